import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { isTerminal } from '#contract/jobs.ts';
import { cancelJob as cancelJobRpc, retryJob as retryJobRpc } from '#contract/rpc/jobs.ts';
import { vBenchLlmOutputs, type BenchLlmOutput } from '#contract/views/v-bench-llm-outputs.ts';
import { vBenchmarkResults, type BenchmarkResult } from '#contract/views/v-benchmark-results.ts';
import { vJobAttempts } from '#contract/views/v-job-attempts.ts';
import { vJobCurrentStatus, type JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { vJobStatusHistory } from '#contract/views/v-job-status-history.ts';
import { vRunJobsWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { api } from '#src/api/api.ts';
import { eq } from '#src/api/view-query.ts';

/** Status changes no faster than this. */
export const POLL_MS = 5000;

/** One job; null when the workspace has none of this id. Read each five seconds until it has ended. */
export const jobQuery = (orgId: string, jobId: number) =>
  queryOptions({
    queryKey: ['job', orgId, jobId],
    queryFn: async ({ signal }) => {
      const filters = { org_id: eq(orgId), job_id: eq(jobId) };
      return (await api().readView(vJobCurrentStatus, { filters }, { signal })).rows[0] ?? null;
    },
    refetchInterval: (query) => {
      const job = query.state.data;
      return job != null && !isTerminal(job.status_code) ? POLL_MS : false;
    },
  });

/** What the history and the attempts of a job depend on: they are read again when it changes, and not before. */
function versionOf(job: JobCurrentStatus): string {
  return [job.status_code, job.phase_code, job.attempt_count, job.cancel_requested_at].join(' ');
}

/** Every status and phase the job had, in order. */
export const jobHistoryQuery = (job: JobCurrentStatus) =>
  queryOptions({
    queryKey: ['job-history', job.org_id, job.job_id, versionOf(job)],
    queryFn: async ({ signal }) =>
      (
        await api().readView(
          vJobStatusHistory,
          {
            filters: { org_id: eq(job.org_id), job_id: eq(job.job_id) },
            order: [{ column: 'job_status_id', direction: 'asc' }],
          },
          { signal },
        )
      ).rows,
    placeholderData: keepPreviousData,
  });

/** Attempts of the job, the latest first. */
export const jobAttemptsQuery = (job: JobCurrentStatus) =>
  queryOptions({
    queryKey: ['job-attempts', job.org_id, job.job_id, versionOf(job)],
    queryFn: async ({ signal }) =>
      (
        await api().readView(
          vJobAttempts,
          {
            filters: { org_id: eq(job.org_id), job_id: eq(job.job_id) },
            order: [{ column: 'attempt', direction: 'desc' }],
          },
          { signal },
        )
      ).rows,
    placeholderData: keepPreviousData,
  });

/** A result of any tool; token counts and the measured window only where the tool gives them. */
export type JobResult = BenchmarkResult & Partial<BenchLlmOutput>;

/** The figures of a completed job; null when it has none. */
export const jobResultQuery = (job: Pick<JobCurrentStatus, 'org_id' | 'job_id' | 'tool_code'>) =>
  queryOptions({
    queryKey: ['job-result', job.org_id, job.job_id, job.tool_code],
    queryFn: async ({ signal }): Promise<JobResult | null> => {
      const filters = { org_id: eq(job.org_id), job_id: eq(job.job_id) };
      const page =
        job.tool_code === 'bench-llm'
          ? await api().readView(vBenchLlmOutputs, { filters }, { signal })
          : await api().readView(vBenchmarkResults, { filters }, { signal });
      return page.rows[0] ?? null;
    },
  });

/** Options the job was submitted with. */
export const jobOptionsQuery = (job: Pick<JobCurrentStatus, 'org_id' | 'job_id'>) =>
  queryOptions({
    queryKey: ['job-options', job.org_id, job.job_id],
    queryFn: async ({ signal }) => {
      const filters = { org_id: eq(job.org_id), job_id: eq(job.job_id) };
      return (await api().readView(vRunJobsWithParams, { filters }, { signal })).rows[0]?.options ?? {};
    },
    staleTime: Infinity,
  });

/** Asks that the job stops: at once while it waits, best effort once it runs. */
export function cancelJob(jobId: number): Promise<z.output<typeof cancelJobRpc.returns>> {
  return api().callRpc(cancelJobRpc, { p_job_id: jobId });
}

/** Submits a failed or cancelled job again; answers the id of the new one. */
export const retryJob = (jobId: number): Promise<number> => api().callRpc(retryJobRpc, { p_job_id: jobId });

/** The whole log of a job as a file; the request needs the token, so a plain link would not do. */
export async function downloadLogs(jobId: number): Promise<void> {
  const response = await api().requestRaw(`/jobs/${jobId}/logs.txt`, { headers: { Accept: 'text/plain' } });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = `job-${jobId}-logs.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
