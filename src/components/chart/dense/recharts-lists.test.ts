import { expect, it } from 'vitest';
import sortBy from './recharts-order.ts';
import isSame from './recharts-same.ts';

it('sorts by a number, equal ones as they stood, and leaves what it was given as it was', () => {
  const ticks = [
    { at: 3, name: 'c' },
    { at: 1, name: 'a' },
    { at: 3, name: 'd' },
  ];
  expect(sortBy(ticks, ({ at }) => at).map(({ name }) => name)).toEqual(['a', 'c', 'd']);
  expect(ticks.map(({ name }) => name)).toEqual(['c', 'a', 'd']);
  expect(sortBy(undefined, () => 0)).toEqual([]);
});

it('takes lists of the same items for the same', () => {
  expect(isSame([], [])).toBe(true);
  expect(isSame([1, 2], [1, 2])).toBe(true);
  expect(isSame([1, 2], [1])).toBe(false);
  expect(isSame([1, 2], [2, 1])).toBe(false);
});
