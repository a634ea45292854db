import { describe, expect, it } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.ts';

function breakerWithClock() {
  const clock = { now: 1_000_000 };
  return { clock, breaker: new CircuitBreaker(() => clock.now) };
}

function fail(breaker: CircuitBreaker, times: number): void {
  for (let n = 0; n < times; n += 1) {
    breaker.enter();
    breaker.failed();
  }
}

describe('circuit breaker', () => {
  it('opens after five failures in a row, for ten seconds', () => {
    const { clock, breaker } = breakerWithClock();
    fail(breaker, 4);
    expect(breaker.enter()).toBeNull();
    breaker.failed();
    expect(breaker.enter()).toBe(10);
    clock.now += 8_500;
    expect(breaker.enter()).toBe(2);
  });

  it('lets one try, and opens again when that fails', () => {
    const { clock, breaker } = breakerWithClock();
    fail(breaker, 5);
    clock.now += 10_000;
    expect(breaker.enter()).toBeNull();
    expect(breaker.enter()).toBe(1);
    breaker.failed();
    expect(breaker.enter()).toBe(10);
  });

  it('closes when the try succeeds, and counts from nothing again', () => {
    const { clock, breaker } = breakerWithClock();
    fail(breaker, 5);
    clock.now += 10_000;
    breaker.enter();
    breaker.succeeded();
    fail(breaker, 4);
    expect(breaker.enter()).toBeNull();
  });
});
