import { expect, it } from 'vitest';
import { movedTo, placeAt } from './head-order.ts';

const IDS = ['a', 'b', 'c', 'd'];

it('moves a column before another, or to the end', () => {
  expect(movedTo(IDS, 'a', 2)).toEqual(['b', 'a', 'c', 'd']);
  expect(movedTo(IDS, 'd', 1)).toEqual(['a', 'd', 'b', 'c']);
  expect(movedTo(IDS, 'b', 4)).toEqual(['a', 'c', 'd', 'b']);
  expect(movedTo(IDS, 'b', 1)).toEqual(IDS);
  expect(movedTo(IDS, 'b', 2)).toEqual(IDS);
});

it('takes the nearest edge of a header for the place, within those that are allowed', () => {
  const boxes = [0, 100, 200, 300].map((left) => ({ left, right: left + 100 }));
  expect(placeAt(boxes, -40, [0, 4])).toBe(0);
  expect(placeAt(boxes, 49, [0, 4])).toBe(0);
  expect(placeAt(boxes, 51, [0, 4])).toBe(1);
  expect(placeAt(boxes, 260, [0, 4])).toBe(3);
  expect(placeAt(boxes, 900, [0, 4])).toBe(4);
  expect(placeAt(boxes, 20, [2, 4])).toBe(2);
  expect(placeAt(boxes, 390, [0, 2])).toBe(2);
});
