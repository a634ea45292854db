import { queryOptions } from '@tanstack/react-query';
import { isTerminal } from '#contract/jobs.ts';
import { vBenchmarkResults } from '#contract/views/v-benchmark-results.ts';
import { vJobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { vTelemetryJobSummary } from '#contract/views/v-telemetry-job-summary.ts';
import { vTelemetryPerGpuSummary } from '#contract/views/v-telemetry-per-gpu-summary.ts';
import { api } from '#src/api/api.ts';
import { eq } from '#src/api/view-query.ts';

/** The job itself; null when the workspace has none of this id. */
export const telemetryJobQuery = (orgId: string, jobId: number) =>
  queryOptions({
    queryKey: ['job', orgId, jobId],
    queryFn: async ({ signal }) =>
      (
        await api().readView(
          vJobCurrentStatus,
          { filters: { org_id: eq(orgId), job_id: eq(jobId) } },
          { signal },
        )
      ).rows[0] ?? null,
    refetchInterval: (query) => {
      const job = query.state.data;
      return job != null && !isTerminal(job.status_code) ? 5_000 : false;
    },
    enabled: jobId > 0,
  });

export const summaryQuery = (orgId: string, jobId: number) =>
  queryOptions({
    queryKey: ['telemetry-summary', orgId, jobId],
    queryFn: async ({ signal }) =>
      (
        await api().readView(
          vTelemetryJobSummary,
          { filters: { org_id: eq(orgId), job_id: eq(jobId) } },
          { signal },
        )
      ).rows[0] ?? null,
    enabled: jobId > 0,
  });

export const perGpuQuery = (orgId: string, jobId: number) =>
  queryOptions({
    queryKey: ['telemetry-per-gpu', orgId, jobId],
    queryFn: async ({ signal }) =>
      (
        await api().readView(
          vTelemetryPerGpuSummary,
          {
            filters: { org_id: eq(orgId), job_id: eq(jobId) },
            order: [{ column: 'gpu_index', direction: 'asc' }],
          },
          { signal },
        )
      ).rows,
    enabled: jobId > 0,
  });

/** The published figures of the job, to hold the trace against; null while there are none. */
export const resultQuery = (orgId: string, jobId: number) =>
  queryOptions({
    queryKey: ['telemetry-result', orgId, jobId],
    queryFn: async ({ signal }) =>
      (
        await api().readView(
          vBenchmarkResults,
          { filters: { org_id: eq(orgId), job_id: eq(jobId) } },
          { signal },
        )
      ).rows[0] ?? null,
    enabled: jobId > 0,
  });
