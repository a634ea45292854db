import { queryOptions } from '@tanstack/react-query';
import { isTerminal } from '#contract/jobs.ts';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { vJobLogs, type JobLog } from '#contract/views/v-job-logs.ts';
import { api } from '#src/api/api.ts';
import { eq } from '#src/api/view-query.ts';
import { POLL_MS } from './jobs-queries.ts';

export type LogStream = JobLog['stream'];

/** The streams of an attempt that have lines; asked again while a running job has none. */
export const logStreamsQuery = (job: JobCurrentStatus, attempt: number) =>
  queryOptions({
    queryKey: ['job-log-streams', job.org_id, job.job_id, attempt, isTerminal(job.status_code)],
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
      !isTerminal(job.status_code) && query.state.data?.length === 0 ? POLL_MS : false,
  });

/** Which stream to show when none was chosen: where the fault is told, else the benchmark's own. */
export function tellingStream(
  job: Pick<JobCurrentStatus, 'error_code'>,
  filled: readonly LogStream[],
): LogStream {
  const order: readonly LogStream[] =
    job.error_code?.startsWith('engine') === true
      ? ['engine', 'agent', 'bench']
      : ['bench', 'engine', 'agent'];
  return order.find((stream) => filled.includes(stream)) ?? order[0] ?? 'bench';
}
