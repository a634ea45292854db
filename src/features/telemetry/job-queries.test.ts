import { QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { JobStatus } from '#contract/jobs.ts';
import { startApi } from '#src/api/api.ts';
import { telemetryQuery } from '#src/api/telemetry-query.ts';
import { perGpuQuery, resultQuery, summaryQuery } from './job-queries.ts';

const ORG = '00000000-0000-4000-8000-000000000002';
const EMPTY = { fetch: () => Promise.resolve(Response.json([])) };
const job = (jobId: number, status: JobStatus) => ({ org_id: ORG, job_id: jobId, status_code: status });
const samples = (jobId: number, isLive: boolean) => telemetryQuery(ORG, jobId, 1, { isLive });

/** What is shown, and whether it is read, once `next` is asked for in place of `first`, of which `held` was read just now. */
function shownAfter(first: unknown, next: unknown, held: unknown) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 15_000 } } });
  const of = (options: unknown) => ({ ...(options as QueryObserverOptions), staleTime: 15_000 });
  client.setQueryData(of(first).queryKey, held);
  const observer = new QueryObserver(client, of(first));
  const stop = observer.subscribe(() => undefined);
  expect(observer.getCurrentResult()).toMatchObject({ data: held, fetchStatus: 'idle' });
  observer.setOptions(of(next));
  const { data, fetchStatus, isPlaceholderData } = observer.getCurrentResult();
  stop();
  client.clear();
  return { data, isRead: fetchStatus === 'fetching', isPlaceholderData };
}

it('reads once more what a job leaves as it ends, what was shown staying until it is there', async () => {
  await startApi(EMPTY);
  const kept = { isRead: true, isPlaceholderData: true };
  for (const query of [summaryQuery, perGpuQuery, resultQuery]) {
    expect(shownAfter(query(job(7, 'running')), query(job(7, 'completed')), null)).toEqual({
      data: null,
      ...kept,
    });
    // What runs on was read just now.
    expect(shownAfter(query(job(7, 'queued')), query(job(7, 'running')), null).isRead).toBe(false);
  }
  const series = { sample_count: 3 };
  expect(shownAfter(samples(7, true), samples(7, false), series)).toEqual({ data: series, ...kept });
});

it('never shows of one job what was read of another, nor of one stretch the samples of another', async () => {
  await startApi(EMPTY);
  const nothing = { data: undefined, isRead: true, isPlaceholderData: false };
  const [one, other] = [job(7, 'completed'), job(8, 'completed')];
  for (const query of [summaryQuery, perGpuQuery, resultQuery])
    expect(shownAfter(query(one), query(other), null)).toEqual(nothing);
  expect(shownAfter(samples(7, false), samples(8, false), {})).toEqual(nothing);
  const closer = telemetryQuery(ORG, 7, 1, { stretch: { from: 1000, to: 2000 } });
  expect(shownAfter(samples(7, false), closer, {})).toEqual(nothing);
});
