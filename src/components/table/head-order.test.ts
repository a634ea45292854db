import { expect, it } from 'vitest';
import { meaningOfMove, movedTo, placeAt } from './head-order.ts';

const IDS = ['a', 'b', 'c', 'd'];

it('moves a column before another, or to the end', () => {
  expect(movedTo(IDS, 'a', 2)).toEqual(['b', 'a', 'c', 'd']);
  expect(movedTo(IDS, 'd', 1)).toEqual(['a', 'd', 'b', 'c']);
  expect(movedTo(IDS, 'b', 4)).toEqual(['a', 'c', 'd', 'b']);
  expect(movedTo(IDS, 'b', 1)).toEqual(IDS);
  expect(movedTo(IDS, 'b', 2)).toEqual(IDS);
});

it('takes the nearest edge of a header for the place', () => {
  const boxes = [0, 100, 200, 300].map((left) => ({ left, right: left + 100 }));
  expect(placeAt(boxes, -40)).toBe(0);
  expect(placeAt(boxes, 49)).toBe(0);
  expect(placeAt(boxes, 51)).toBe(1);
  expect(placeAt(boxes, 260)).toBe(3);
  expect(placeAt(boxes, 900)).toBe(4);
});

it('tells a finger that scrolls from one that carries a header by when it moved, not by when that is told', () => {
  expect(meaningOfMove(30, 100, true, false)).toBe('scrolls');
  // A busy page: the timer ran before the move was told.
  expect(meaningOfMove(-30, 349, true, true)).toBe('scrolls');
  expect(meaningOfMove(30, 351, true, true)).toBe('carries');
  // It rested before the code was there, and no timer has run.
  expect(meaningOfMove(30, 900, true, false)).toBe('lifts');
  expect(meaningOfMove(3, 900, true, false)).toBe('nothing');
  expect(meaningOfMove(3, 100, true, true)).toBe('carries');
  expect(meaningOfMove(30, 20, false, false)).toBe('lifts');
  expect(meaningOfMove(30, 20, false, true)).toBe('carries');
});
