import { queryOptions } from '@tanstack/react-query';
import { vJobAttempts } from '#contract/views/v-job-attempts.ts';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { api } from '#src/api/api.ts';
import { keptOfSame } from '#src/api/kept-of-same.ts';
import { eq } from '#src/api/view-query.ts';
import { versionOf } from './jobs-queries.ts';

/** Attempts of the job, the latest first. */
export const jobAttemptsQuery = (job: JobCurrentStatus) => {
  const queryKey = ['job-attempts', job.org_id, job.job_id, versionOf(job)];
  return queryOptions({
    queryKey,
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
    placeholderData: keptOfSame(queryKey),
  });
};
