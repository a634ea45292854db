import { expect, it } from 'vitest';
import { drafted } from './constraints.test-data.ts';
import { parallelismConstraint } from './parallelism.ts';

it('refuses a split that does not divide the heads', () => {
  const three = drafted({ conc: 1 }, { parallelism: { tp: 3, pp: 1, ep: 1, dp: 1 } });
  expect(parallelismConstraint.check(three.draft, three.question)?.message).toMatch(
    /^TP 3 is not possible: .*64 attention heads/,
  );
  const four = drafted({ conc: 1 });
  expect(parallelismConstraint.check(four.draft, four.question)).toBeNull();
});
