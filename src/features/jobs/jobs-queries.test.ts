import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { startApi } from '#src/api/api.ts';
import { jobAttemptsQuery } from './attempts-query.ts';
import { jobHistoryQuery } from './jobs-queries.ts';

const job = (jobId: number, status: 'running' | 'completed') =>
  ({ org_id: 'a', job_id: jobId, status_code: status, attempt_count: 1 }) as JobCurrentStatus;

it('keeps the history and the attempts of a job while they are read again, and shows those of no other job', async () => {
  await startApi({ fetch: () => Promise.resolve(Response.json([])) });
  for (const query of [jobHistoryQuery, jobAttemptsQuery]) {
    const client = new QueryClient();
    const of = (wanted: JobCurrentStatus) => query(wanted) as ReturnType<typeof jobHistoryQuery>;
    client.setQueryData(of(job(7, 'running')).queryKey, []);
    const observer = new QueryObserver(client, of(job(7, 'running')));
    const stop = observer.subscribe(() => undefined);
    observer.setOptions(of(job(7, 'completed')));
    expect(observer.getCurrentResult()).toMatchObject({ data: [], isPlaceholderData: true });
    observer.setOptions(of(job(8, 'completed')));
    expect(observer.getCurrentResult().data).toBeUndefined();
    stop();
    client.clear();
  }
});
