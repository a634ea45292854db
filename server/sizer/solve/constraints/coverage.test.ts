import { expect, it } from 'vitest';
import { coverageConstraint } from './coverage.ts';
import { drafted } from './constraints.test-data.ts';

it('says why nothing is known', () => {
  const { draft, question } = drafted({ conc: 1 });
  expect(coverageConstraint.check(draft, question)).toBeNull();
  expect(
    coverageConstraint.check({ ...draft, uncovered: 'no FLOPS are known' }, question)?.message,
  ).toContain('no FLOPS are known');
});
