import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { goesOnByItself, lastWaitEndMs, readAgainLater } from './waiting-reads.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('reads again by itself when the limit has passed, once, and not before', async () => {
  const client = createQueryClient();
  const stop = readAgainLater(client);
  const read = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(
      new ApiError({ code: 'rate_limited', status: 429, message: 'Slow down', retryAfterS: 12 }),
    )
    .mockResolvedValue('rows');
  const observer = new QueryObserver(client, {
    queryKey: ['jobs'],
    queryFn: read,
  });
  const unsubscribe = observer.subscribe(() => undefined);
  const start = Date.now();
  await vi.advanceTimersByTimeAsync(10);
  expect(observer.getCurrentResult().isError).toBe(true);
  expect(lastWaitEndMs(client, 'limit') - start).toBeGreaterThanOrEqual(12_250);
  expect(lastWaitEndMs(client, 'limit') - start).toBeLessThan(12_300);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(read).toHaveBeenCalledTimes(2);
  expect(observer.getCurrentResult().data).toBe('rows');
  expect(lastWaitEndMs(client, 'limit')).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(2);
  unsubscribe();
  stop();
});

it('asks a server that does not answer again after its retries, and says so', async () => {
  const client = createQueryClient();
  const stop = readAgainLater(client);
  const away = new ApiError({ code: 'server_unavailable', status: 503, message: 'Away' });
  const read = vi.fn<() => Promise<string>>().mockRejectedValue(away);
  const observer = new QueryObserver(client, { queryKey: ['jobs'], queryFn: read });
  const unsubscribe = observer.subscribe(() => undefined);
  // At once, then after 1 s and 2 s more.
  await vi.advanceTimersByTimeAsync(3100);
  expect(read).toHaveBeenCalledTimes(3);
  expect(lastWaitEndMs(client, 'away')).toBeGreaterThan(Date.now() + 10_000);
  expect(lastWaitEndMs(client, 'limit')).toBe(0);
  expect(goesOnByItself(client, away)).toBe(true);
  expect(goesOnByItself(client, new ApiError({ code: 'x', status: 503, message: 'a write' }))).toBe(false);
  read.mockResolvedValue('rows');
  await vi.advanceTimersByTimeAsync(10_500);
  expect(observer.getCurrentResult().data).toBe('rows');
  expect(lastWaitEndMs(client, 'away')).toBe(0);
  unsubscribe();
  stop();
});

it('leaves other failures and pages that were left alone', async () => {
  const client = createQueryClient();
  const stop = readAgainLater(client);
  const reads: ReturnType<typeof vi.fn>[] = [];
  const failing = (key: string, status: number) => {
    const read = vi.fn().mockRejectedValue(new ApiError({ code: 'x', status, message: '', retryAfterS: 10 }));
    reads.push(read);
    return new QueryObserver(client, {
      queryKey: [key],
      queryFn: read,
    });
  };
  const forbidden = failing('a', 403).subscribe(() => undefined);
  const left = failing('b', 429).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10);
  left();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads.map((read) => read.mock.calls.length)).toEqual([1, 1]);
  forbidden();
  stop();
});
