/** People (or programs) that send a request, wait for its whole answer, think, and send the next. */
export interface UserLoad {
  readonly users: number;
  /** Mean pause between an answer's end and the next request, ms; 0: none. */
  readonly thinkMs: number;
}

/** A closed loop in its steady state. */
export interface LoopState {
  /** Requests in flight, on the mean. */
  readonly concurrency: number;
  readonly requestsPerSec: number;
  readonly e2eMs: number;
}

/**
 * Requests in flight for an arrival rate, by Little's law: L = λ·W. `e2eMs` is the mean time that a request stays.
 * Holds for any stable system whatever its arrivals; says nothing about whether the rate can be kept.
 */
export function concurrencyOfRate(requestsPerSec: number, e2eMs: number): number {
  return (requestsPerSec * e2eMs) / 1000;
}

/** Requests a second that `concurrency` requests in flight complete, by Little's law. */
export function rateOfConcurrency(concurrency: number, e2eMs: number): number {
  return (concurrency * 1000) / e2eMs;
}

/** Output tokens a second as requests a second, for answers of `osl` tokens. */
export function rateOfTokens(tokensPerSec: number, osl: number): number {
  return tokensPerSec / osl;
}

/**
 * The closed loop that users make: in flight = users · E2E/(E2E + think), with E2E itself a function of what is in flight (non-decreasing).
 * Solved by bisection; the answer is unique as the left side grows and the right side falls with it.
 */
export function loopOfUsers({ users, thinkMs }: UserLoad, e2eAt: (concurrency: number) => number): LoopState {
  let low = 0;
  let high = users;
  if (thinkMs <= 0) low = users;
  for (let round = 0; round < 60 && high - low > 1e-9 * users; round++) {
    const middle = (low + high) / 2;
    const e2e = e2eAt(Math.max(middle, Number.MIN_VALUE));
    if ((users * e2e) / (e2e + thinkMs) > middle) low = middle;
    else high = middle;
  }
  const concurrency = high;
  const e2eMs = e2eAt(concurrency);
  return { concurrency, e2eMs, requestsPerSec: rateOfConcurrency(concurrency, e2eMs) };
}

/**
 * Requests in flight for an arrival rate when E2E grows with them: the smallest C with rate(C) ≥ `requestsPerSec`, between 1 request and
 * `most`; null when not even `most` in flight reach the rate. Assumes that throughput does not fall as concurrency grows.
 */
export function concurrencyForRate(
  requestsPerSec: number,
  e2eAt: (concurrency: number) => number,
  most: number,
): number | null {
  const rate = (concurrency: number) => rateOfConcurrency(concurrency, e2eAt(concurrency));
  if (rate(most) < requestsPerSec) return null;
  let low = 0;
  let high = most;
  for (let round = 0; round < 60 && high - low > 1e-6 * high; round++) {
    const middle = (low + high) / 2;
    if (rate(middle) >= requestsPerSec) high = middle;
    else low = middle;
  }
  return Math.max(high, concurrencyOfRate(requestsPerSec, e2eAt(Math.min(1, most))));
}

/** Requests that run at once: of `concurrency` no more than the engine's sequence cap and what KV cache holds. */
export function effectiveConcurrency(concurrency: number, sequenceCap: number, kvSequences: number): number {
  return Math.min(concurrency, sequenceCap, kvSequences);
}

/** Demand over what the fleet carries within its limits, 0 to 1 while it does; above 1 the queue grows without end (open loop). */
export function utilization(demandPerSec: number, capacityPerSec: number): number {
  return capacityPerSec <= 0 ? Infinity : demandPerSec / capacityPerSec;
}

/**
 * Replicas for a demand, each loaded to `headroom` of its capacity at most (0.8 [guess]: room for bursts and for one replica lost).
 * Both rates in the same unit; never below 1.
 */
export function replicasFor(demandPerSec: number, replicaCapacityPerSec: number, headroom = 0.8): number {
  return Math.max(1, Math.ceil(demandPerSec / (replicaCapacityPerSec * headroom) - 1e-9));
}

/**
 * Wait, ms, that 99 of 100 requests stay below where they arrive at random and are served one after another for `serviceMs` each (open loop,
 * M/D/1): service · ln(100·ρ)/(2·(1 − ρ)), 0 while fewer than one in a hundred waits; endless from full load on. Kingman's exponential
 * form of the tail.
 */
export function openLoopWaitP99Ms(serviceMs: number, arrivalsPerSec: number): number {
  const load = (arrivalsPerSec * serviceMs) / 1000;
  if (load >= 1) return Infinity;
  return load <= 0.01 ? 0 : (serviceMs * Math.log(100 * load)) / (2 * (1 - load));
}
