import { expect, it } from 'vitest';
import { placesAround } from './use-virtual-rows.ts';

it('draws the rows in view and those around them that there are', () => {
  expect(placesAround({ startIndex: 10, endIndex: 12, overscan: 2, count: 100 })).toEqual([
    8, 9, 10, 11, 12, 13, 14,
  ]);
  expect(placesAround({ startIndex: 0, endIndex: 20, overscan: 4, count: 3 })).toEqual([0, 1, 2]);
  expect(placesAround({ startIndex: 98, endIndex: 99, overscan: 4, count: 100 }).at(-1)).toBe(99);
});
