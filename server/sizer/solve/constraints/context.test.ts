import { expect, it } from 'vitest';
import { contextConstraint } from './context.ts';
import { drafted } from './constraints.test-data.ts';

it('holds prompt and answer to the context window', () => {
  const at = drafted({ conc: 1, isl: 131_000, osl: 72 });
  expect(contextConstraint.check(at.draft, at.question)).toBeNull();
  const over = drafted({ conc: 1, isl: 131_000, osl: 73 });
  expect(contextConstraint.check(over.draft, over.question)).toMatchObject({
    limit: 131_072,
    actual: 131_073,
    unit: 'tokens',
  });
});
