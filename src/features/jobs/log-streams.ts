import { queryOptions } from '@tanstack/react-query';
import { isTerminal } from '#contract/jobs.ts';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { vJobLogs, type JobLog } from '#contract/views/v-job-logs.ts';
import { api } from '#src/api/api.ts';
import { keptOfSame } from '#src/api/kept-of-same.ts';
import { eq } from '#src/api/view-query.ts';
import { POLL_MS } from './jobs-queries.ts';

export type LogStream = JobLog['stream'];

type JobOfLog = Pick<JobCurrentStatus, 'org_id' | 'job_id' | 'status_code' | 'attempt_count' | 'error_code'>;

/** The streams of an attempt that have lines; asked again while it runs and the one that tells most has none. */
export const logStreamsQuery = (job: JobOfLog, attempt: number) => {
  const isLive = !isTerminal(job.status_code) && attempt === job.attempt_count;
  const queryKey = ['job-log-streams', job.org_id, job.job_id, attempt, isLive];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<LogStream[]> => {
      const { rows } = await api().readView(
        vJobLogs,
        {
          filters: {
            org_id: eq(job.org_id),
            job_id: eq(job.job_id),
            attempt: eq(attempt),
            seq: eq(0),
          },
        },
        { signal },
      );
      return rows.map((chunk) => chunk.stream);
    },
    refetchInterval: (query) =>
      isLive && query.state.data?.includes(byTelling(job)[0]) !== true ? POLL_MS : false,
    placeholderData: keptOfSame(queryKey),
  });
};

/** Which stream to show when none was chosen: where the fault is told, else the benchmark's own. */
export function tellingStream(
  job: Pick<JobCurrentStatus, 'error_code'>,
  filled: readonly LogStream[],
): LogStream {
  const order = byTelling(job);
  return order.find((stream) => filled.includes(stream)) ?? order[0];
}

const byTelling = (job: Pick<JobCurrentStatus, 'error_code'>) =>
  job.error_code?.startsWith('engine') === true
    ? (['engine', 'agent', 'bench'] as const)
    : (['bench', 'engine', 'agent'] as const);
