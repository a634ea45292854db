import { expect, it } from 'vitest';
import { meanInterval, t975 } from './t-interval.ts';

it('knows the quantile of the t distribution [tables of Student’s t]', () => {
  expect(t975(0)).toBeNull();
  expect(t975(1)).toBeCloseTo(12.706205, 6);
  expect(t975(9)).toBeCloseTo(2.262157, 6);
  expect(t975(40)).toBeCloseTo(2.021075, 5);
  expect(t975(1_000)).toBeCloseTo(1.962339, 5);
});

it('gives the mean with its interval, and no interval for one sample', () => {
  // Standard deviation 2, standard error 2 / sqrt 3, times 4.302653.
  const three = meanInterval([8, 10, 12]);
  expect(three?.value).toBe(10);
  expect(three?.lower).toBeCloseTo(10 - 4.968275, 5);
  expect(three?.upper).toBeCloseTo(10 + 4.968275, 5);
  expect(meanInterval([7])).toEqual({ value: 7, lower: null, upper: null });
  expect(meanInterval([])).toBeNull();
  expect(meanInterval([1, 9])?.lower).toBe(0);
});
