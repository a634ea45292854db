import { queryOptions } from '@tanstack/react-query';
import { isTerminal } from '#contract/jobs.ts';
import { vBenchmarkResults } from '#contract/views/v-benchmark-results.ts';
import { vJobCurrentStatus, type JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { vTelemetryJobSummary } from '#contract/views/v-telemetry-job-summary.ts';
import { vTelemetryPerGpuSummary } from '#contract/views/v-telemetry-per-gpu-summary.ts';
import { api } from '#src/api/api.ts';
import { keptOfSame } from '#src/api/kept-of-same.ts';
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

type JobOfFigures = Pick<JobCurrentStatus, 'org_id' | 'job_id' | 'status_code'>;

/** What is written as a job ends: the key says whether it has, so that its end reads it once more. */
const keyOfEnd = (what: string, job: JobOfFigures) =>
  [what, job.org_id, job.job_id, isTerminal(job.status_code)] as const;

export const summaryQuery = (job: JobOfFigures) =>
  queryOptions({
    queryKey: keyOfEnd('telemetry-summary', job),
    queryFn: async ({ signal }) =>
      (
        await api().readView(
          vTelemetryJobSummary,
          { filters: { org_id: eq(job.org_id), job_id: eq(job.job_id) } },
          { signal },
        )
      ).rows[0] ?? null,
    placeholderData: keptOfSame(keyOfEnd('telemetry-summary', job)),
  });

export const perGpuQuery = (job: JobOfFigures) =>
  queryOptions({
    queryKey: keyOfEnd('telemetry-per-gpu', job),
    queryFn: async ({ signal }) =>
      (
        await api().readView(
          vTelemetryPerGpuSummary,
          {
            filters: { org_id: eq(job.org_id), job_id: eq(job.job_id) },
            order: [{ column: 'gpu_index', direction: 'asc' }],
          },
          { signal },
        )
      ).rows,
    placeholderData: keptOfSame(keyOfEnd('telemetry-per-gpu', job)),
  });

/** The published figures of the job, to hold the trace against; null while there are none. */
export const resultQuery = (job: JobOfFigures) =>
  queryOptions({
    queryKey: keyOfEnd('telemetry-result', job),
    queryFn: async ({ signal }) =>
      (
        await api().readView(
          vBenchmarkResults,
          { filters: { org_id: eq(job.org_id), job_id: eq(job.job_id) } },
          { signal },
        )
      ).rows[0] ?? null,
    placeholderData: keptOfSame(keyOfEnd('telemetry-result', job)),
  });
