import { expect, it } from 'vitest';
import { roundDown3, roundUp3 } from './relaxation.ts';

it.each([
  [1_234_567, 1_240_000, 1_230_000],
  [1_230_000, 1_230_000, 1_230_000],
  [999_900, 1_000_000, 999_000],
  [12.34, 12.4, 12.3],
  [7, 7, 7],
  [0, 0, 0],
])('%d is rounded to three digits, up %d and down %d', (value, up, down) => {
  expect(roundUp3(value)).toBe(up);
  expect(roundDown3(value)).toBe(down);
});
