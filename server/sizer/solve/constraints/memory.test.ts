import { expect, it } from 'vitest';
import { drafted } from './constraints.test-data.ts';
import { memoryConstraint } from './memory.ts';

it('refuses weights that do not fit, with what they take against what there is', () => {
  const one = drafted({ conc: 1 }, { precision: 'bf16', parallelism: { tp: 1, pp: 1, ep: 1, dp: 1 } });
  const found = memoryConstraint.check(one.draft, one.question);
  expect(found).toMatchObject({ constraint: 'memory', unit: 'GB/GPU' });
  expect(Number(found?.actual)).toBeGreaterThan(141);
  expect(Number(found?.limit)).toBeLessThan(86);
  const four = drafted({ conc: 1 });
  expect(memoryConstraint.check(four.draft, four.question)).toBeNull();
});
