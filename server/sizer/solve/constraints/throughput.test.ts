import { expect, it } from 'vitest';
import { drafted } from './constraints.test-data.ts';
import { throughputConstraint } from './throughput.ts';

// A replica gives at most 100 · 101 / 4.6 s = 2,195.7 tokens/s (E2E 1,100 + 100 · 35 ms); eight GPUs are two of them.
it('holds a fixed number of GPUs to the target', () => {
  const within = drafted({ target_tokens_per_sec: 4_391, gpu_count: 8 });
  expect(throughputConstraint.check(within.draft, within.question)).toBeNull();
  const over = drafted({ target_tokens_per_sec: 4_392, gpu_count: 8 });
  expect(throughputConstraint.check(over.draft, over.question)).toMatchObject({
    limit: 4_392,
    actual: 4_391,
    unit: 'tokens/s',
  });
});
