import { describe, expect, it } from 'vitest';
import {
  concurrencyForRate,
  concurrencyOfRate,
  effectiveConcurrency,
  loopOfUsers,
  openLoopWaitP99Ms,
  rateOfConcurrency,
  rateOfTokens,
  replicasFor,
  utilization,
} from './load.ts';

describe('Little’s law', () => {
  it('holds 10 requests a second of 4 s each as 40 in flight, and back', () => {
    expect(concurrencyOfRate(10, 4000)).toBe(40);
    expect(rateOfConcurrency(40, 4000)).toBe(10);
  });

  it('makes 2,000 tokens a second 8 requests a second of 250 tokens', () => {
    expect(rateOfTokens(2000, 250)).toBe(8);
  });
});

describe('loopOfUsers', () => {
  it('has every user in flight where nobody thinks', () => {
    const state = loopOfUsers({ users: 64, thinkMs: 0 }, () => 3000);
    expect(state.concurrency).toBe(64);
    expect(state.requestsPerSec).toBeCloseTo(64 / 3, 9);
  });

  it('keeps a sixth of 600 users in flight for 10 s answers and 50 s pauses', () => {
    const state = loopOfUsers({ users: 600, thinkMs: 50_000 }, () => 10_000);
    expect(state.concurrency).toBeCloseTo(100, 4);
    expect(state.requestsPerSec).toBeCloseTo(10, 5);
  });

  it('finds the fixed point where E2E grows with what is in flight: C = 100·10C/(10C + 500) = 50', () => {
    const state = loopOfUsers({ users: 100, thinkMs: 500 }, (concurrency) => 10 * concurrency);
    expect(state.concurrency).toBeCloseTo(50, 4);
    expect(state.e2eMs).toBeCloseTo(500, 3);
  });

  it('obeys the response-time law: users = rate · (E2E + think)', () => {
    const state = loopOfUsers({ users: 250, thinkMs: 8000 }, (c) => 1500 + 40 * c);
    expect((state.requestsPerSec * (state.e2eMs + 8000)) / 1000).toBeCloseTo(250, 4);
  });
});

describe('concurrencyForRate', () => {
  const e2e = (concurrency: number) => 1000 + 20 * concurrency;

  it('is the concurrency that completes the rate: 25 a second at 1,000 + 20·C ms needs 50', () => {
    expect(concurrencyForRate(25, e2e, 1000)).toBeCloseTo(50, 2);
  });

  it('is null past the most that can be completed (50 a second in the limit)', () => {
    expect(concurrencyForRate(49, e2e, 1000)).toBeNull();
    expect(concurrencyForRate(51, e2e, 1e9)).toBeNull();
  });

  it('is below 1 for a trickle: a request of 1.02 s every 100 s', () => {
    expect(concurrencyForRate(0.01, e2e, 1000)).toBeCloseTo(0.0102, 4);
  });
});

describe('capacity', () => {
  it('runs no more at once than slots and KV cache allow', () => {
    expect(effectiveConcurrency(512, 256, 900)).toBe(256);
    expect(effectiveConcurrency(512, 1024, 100)).toBe(100);
    expect(effectiveConcurrency(8, 1024, 100)).toBe(8);
  });

  it('takes ceil(demand/(0.8 · capacity)) replicas: 100 of 25 each is 5, 101 is 6', () => {
    expect(replicasFor(100, 25)).toBe(5);
    expect(replicasFor(101, 25)).toBe(6);
    expect(replicasFor(0, 25)).toBe(1);
    expect(replicasFor(100, 25, 1)).toBe(4);
  });

  it('is demand over capacity, without end where nothing is carried', () => {
    expect(utilization(30, 40)).toBe(0.75);
    expect(utilization(1, 0)).toBe(Infinity);
  });
});

describe('openLoopWaitP99Ms', () => {
  it('is ln(50) services at half load: 100 ms each, 5 a second', () => {
    expect(openLoopWaitP99Ms(100, 5)).toBeCloseTo(100 * Math.log(50), 6);
  });

  it('is nothing where hardly anybody waits, and endless at full load', () => {
    expect(openLoopWaitP99Ms(1, 5)).toBe(0);
    expect(openLoopWaitP99Ms(100, 10)).toBe(Infinity);
  });
});
