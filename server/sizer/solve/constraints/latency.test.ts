import { expect, it } from 'vitest';
import { drafted } from './constraints.test-data.ts';
import { latencyConstraint } from './latency.ts';

// One request: TTFT 110, TPOT 10.25; p99 = 2.62 · 110 + 1.19 · 100 · 10.25 = 1,507.95 ms.
it('holds p99 end to end', () => {
  const within = drafted({ conc: 1, max_latency_p99_ms: 1_508 });
  expect(latencyConstraint.check(within.draft, within.question)).toBeNull();
  const over = drafted({ conc: 1, max_latency_p99_ms: 1_507 });
  expect(latencyConstraint.check(over.draft, over.question)).toMatchObject({
    limit: 1_507,
    actual: 1_508,
    unit: 'ms p99 E2E',
  });
});

it('holds the medians of a profile', () => {
  // Eight GPUs, two replicas, 100 in each: TTFT 1,100 ms, TPOT 35 ms; strict allows 450.
  const strict = drafted({ conc: 200, latency_slo: 'strict', gpu_count: 8 });
  expect(latencyConstraint.check(strict.draft, strict.question)).toMatchObject({
    limit: 450,
    actual: 1_100,
    unit: 'ms TTFT p50',
  });
});

it('holds the rate of each user', () => {
  // 100 tokens/s are 10 ms a token; one request takes 10.25.
  const fast = drafted({ conc: 1, target_tokens_per_sec_per_request: 100 });
  expect(latencyConstraint.check(fast.draft, fast.question)).toMatchObject({
    limit: 10,
    unit: 'ms TPOT p50',
  });
});
