import { queryOptions } from '@tanstack/react-query';
import { isTerminal } from '#contract/jobs.ts';
import { vBenchLlmOutputs, type BenchLlmOutput } from '#contract/views/v-bench-llm-outputs.ts';
import { vBenchmarkResults, type BenchmarkResult } from '#contract/views/v-benchmark-results.ts';
import { vJobCurrentStatus, type JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { vJobStatusHistory } from '#contract/views/v-job-status-history.ts';
import { vRunJobsWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { api } from '#src/api/api.ts';
import { keptOfSame } from '#src/api/kept-of-same.ts';
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
export function versionOf(job: JobCurrentStatus): string {
  return [job.status_code, job.phase_code, job.attempt_count, job.cancel_requested_at].join(' ');
}

/** Every status and phase the job had, in order. */
export const jobHistoryQuery = (job: JobCurrentStatus) => {
  const queryKey = ['job-history', job.org_id, job.job_id, versionOf(job)];
  return queryOptions({
    queryKey,
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
    placeholderData: keptOfSame(queryKey),
  });
};

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
