import { expect, it } from 'vitest';
import { walkPoints } from './walk-points.ts';

const map = [[[1, 2, 4, 8], [], [2, 16]], [[3]]];
const at = (panel: number, series: number, point: number) => ({ panel, series, point });

it('walks along a series, across series by nearest x, and across panels', () => {
  expect(walkPoints(map, null, 'ArrowRight')).toEqual(at(0, 0, 0));
  expect(walkPoints(map, at(0, 0, 0), 'ArrowRight')).toEqual(at(0, 0, 1));
  expect(walkPoints(map, at(0, 0, 0), 'ArrowLeft')).toEqual(at(0, 0, 0));
  expect(walkPoints(map, at(0, 0, 1), 'End')).toEqual(at(0, 0, 3));
  expect(walkPoints(map, at(0, 0, 3), 'Home')).toEqual(at(0, 0, 0));
  expect(walkPoints(map, at(0, 0, 2), 'ArrowDown')).toEqual(at(0, 2, 0));
  expect(walkPoints(map, at(0, 2, 1), 'ArrowDown')).toEqual(at(1, 0, 0));
  expect(walkPoints(map, at(1, 0, 0), 'ArrowDown')).toEqual(at(1, 0, 0));
  expect(walkPoints(map, at(0, 2, 1), 'ArrowUp')).toEqual(at(0, 0, 3));
});

it('has nowhere to go without points, and comes back from a series that was hidden', () => {
  expect(walkPoints([[[]]], null, 'Home')).toBeNull();
  expect(walkPoints(map, at(5, 1, 9), 'End')).toEqual(at(0, 0, 0));
});
