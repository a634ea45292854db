import { describe, expect, it } from 'vitest';
import { Backoff, sleep } from './backoff.ts';

describe('Backoff', () => {
  it('doubles to its cap, half of each step by chance', () => {
    const low = new Backoff(100, 1000, () => 0);
    expect([low.next(), low.next(), low.next(), low.next(), low.next()]).toEqual([50, 100, 200, 400, 500]);
    const high = new Backoff(100, 1000, () => 1);
    expect([high.next(), high.next()]).toEqual([100, 200]);
    high.reset();
    expect(high.next()).toBe(100);
  });

  it('never comes back before Retry-After, and not all at one time after it', () => {
    expect(new Backoff(100, 1000, () => 0).next(5000)).toBe(5000);
    expect(new Backoff(100, 1000, () => 1).next(5000)).toBe(5500);
    expect(new Backoff(100, 1000, () => 1).next(0)).toBe(100);
  });
});

describe('sleep', () => {
  it('ends with its signal', async () => {
    const closing = new AbortController();
    const startedAt = performance.now();
    setTimeout(() => closing.abort(), 20);
    await sleep(5000, closing.signal);
    await sleep(5000, closing.signal);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});
