import { expect, it } from 'vitest';
import { recommendationFixture } from './answer-fixture.ts';
import { bomTotal } from './bom-total.ts';

it('adds what is priced, leaves out what is included, and says what is missing', () => {
  expect(bomTotal(recommendationFixture().bill_of_materials)).toEqual({
    totalUsd: 318_400,
    unpriced: 1,
    guesses: 1,
  });
  expect(bomTotal([])).toEqual({ totalUsd: null, unpriced: 0, guesses: 0 });
});
