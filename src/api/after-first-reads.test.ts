import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterFirstReads } from './after-first-reads.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('waits for what is read, then as long as it is told', () => {
  let reading = 2;
  const then = vi.fn();
  afterFirstReads({ isFetching: () => reading }, 3000, then);
  vi.advanceTimersByTime(20_000);
  expect(then).not.toHaveBeenCalled();
  reading = 0;
  vi.advanceTimersByTime(500 + 2999);
  expect(then).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(then).toHaveBeenCalledOnce();
  // A poll later on is no reason to do it again.
  vi.advanceTimersByTime(60_000);
  expect(then).toHaveBeenCalledOnce();
});

it.each([0, 2500])('is called off after %i ms', (ms) => {
  const then = vi.fn();
  const stop = afterFirstReads({ isFetching: () => 0 }, 3000, then);
  vi.advanceTimersByTime(ms);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(then).not.toHaveBeenCalled();
});
