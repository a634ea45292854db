import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { startApi } from '#src/api/api.ts';
import { POLL_MS } from './jobs-queries.ts';
import { logStreamsQuery, tellingStream, type LogStream } from './log-streams.ts';

it('shows the benchmark, unless the engine failed or said nothing', () => {
  expect(tellingStream({ error_code: null }, ['agent', 'bench', 'engine'])).toBe('bench');
  expect(tellingStream({ error_code: 'engine_died' }, ['agent', 'bench', 'engine'])).toBe('engine');
  expect(tellingStream({ error_code: 'engine_not_ready' }, ['agent'])).toBe('agent');
  expect(tellingStream({ error_code: null }, [])).toBe('bench');
});

const running = {
  org_id: '00000000-0000-4000-8000-000000000002',
  job_id: 7,
  status_code: 'running',
  attempt_count: 2,
  error_code: null,
} as const;

/** After how long the streams are asked for again, of which these have lines. */
function askedAgainAfter(job: Parameters<typeof logStreamsQuery>[0], attempt: number, filled: LogStream[]) {
  const client = new QueryClient();
  const options = logStreamsQuery(job, attempt);
  client.setQueryData(options.queryKey, filled);
  const query = client.getQueryCache().find<LogStream[]>({ queryKey: options.queryKey });
  const { refetchInterval } = options;
  if (query === undefined || typeof refetchInterval !== 'function')
    throw new Error('It is never asked again');
  return refetchInterval(query);
}

it('asks while the attempt runs until the stream that tells most has lines', () => {
  expect(askedAgainAfter(running, 2, [])).toBe(POLL_MS);
  expect(askedAgainAfter(running, 2, ['agent', 'engine'])).toBe(POLL_MS);
  expect(askedAgainAfter(running, 2, ['agent', 'bench'])).toBe(false);
  expect(askedAgainAfter(running, 1, ['agent'])).toBe(false);
  expect(askedAgainAfter({ ...running, status_code: 'failed' }, 2, ['agent'])).toBe(false);
});

it('keeps what is shown as the job ends, and reads the streams once more', async () => {
  await startApi({ fetch: () => Promise.resolve(Response.json([])) });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 15_000 } } });
  const live = logStreamsQuery(running, 2);
  client.setQueryData(live.queryKey, ['engine']);
  const observer = new QueryObserver(client, { ...live, staleTime: 15_000 });
  const stop = observer.subscribe(() => undefined);
  const ended = logStreamsQuery({ ...running, status_code: 'completed' }, 2);
  observer.setOptions({ ...ended, staleTime: 15_000 });
  expect(observer.getCurrentResult()).toMatchObject({
    data: ['engine'],
    isPending: false,
    fetchStatus: 'fetching',
  });
  stop();
  client.clear();
});
