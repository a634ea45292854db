import { expect, it } from 'vitest';
import { getNiceTickValues, getTickValuesFixedDomain } from './recharts-ticks.ts';

it('keeps the ends of a fixed domain, in their order', () => {
  expect(getTickValuesFixedDomain([8, 98])).toEqual([8, 98]);
  expect(getTickValuesFixedDomain([98, 8])).toEqual([98, 8]);
  expect(getTickValuesFixedDomain([5, 5])).toEqual([5]);
});

it('encloses an automatic domain', () => {
  expect(getNiceTickValues([3, 97], 6)).toEqual([0, 20, 40, 60, 80, 100]);
  expect(getNiceTickValues([97, 3], 6)).toEqual([100, 80, 60, 40, 20, 0]);
});
