import fc from 'fast-check';
import { expect, it } from 'vitest';
import { paretoFront, type Polarity } from './pareto.ts';

const both = { x: 'higher', y: 'higher' } as const;

it('keeps the points nothing beats, in order of x', () => {
  const points = [
    { x: 57, y: 14_368 },
    { x: 79, y: 9955 },
    { x: 84, y: 10_616 },
    { x: 242, y: 3752 },
    { x: 209, y: 1661 },
  ];
  expect(paretoFront(points, both)).toEqual([0, 2, 3]);
});

it('follows the polarity of each metric', () => {
  const points = [
    { x: 100, y: 1 },
    { x: 200, y: 3 },
    { x: 300, y: 2 },
  ];
  expect(paretoFront(points, { x: 'lower', y: 'higher' })).toEqual([0, 1]);
  expect(paretoFront(points, { x: 'lower', y: 'lower' })).toEqual([0]);
});

it('keeps exact duplicates, and of points equal in one metric only the better', () => {
  expect(
    paretoFront(
      [
        { x: 1, y: 5 },
        { x: 1, y: 5 },
        { x: 2, y: 5 },
        { x: 2, y: 5 },
      ],
      both,
    ),
  ).toEqual([2, 3]);
  expect(
    paretoFront(
      [
        { x: 2, y: 1 },
        { x: 2, y: 4 },
        { x: 1, y: 4 },
      ],
      both,
    ),
  ).toEqual([1]);
  expect(paretoFront([], both)).toEqual([]);
});

it('leaves out points without both values, wherever they stand', () => {
  const points = [
    { x: 3, y: 1 },
    { x: NaN, y: 9 },
    { x: 1, y: 3 },
    { x: 4, y: NaN },
    { x: 2, y: 2 },
    { x: Infinity, y: 9 },
    { x: 1, y: 1 },
  ];
  expect(paretoFront(points, both)).toEqual([2, 4, 0]);
});

it('agrees with comparing all pairs', () => {
  const polarity = fc.constantFrom<Polarity>('higher', 'lower');
  const small = fc.integer({ min: 0, max: 6 });
  fc.assert(
    fc.property(
      fc.array(fc.record({ x: small, y: small }), { maxLength: 30 }),
      polarity,
      polarity,
      (points, x, y) => {
        const sign = { x: x === 'higher' ? 1 : -1, y: y === 'higher' ? 1 : -1 };
        const isBeaten = (a: { x: number; y: number }): boolean =>
          points.some(
            (b) => (b.x - a.x) * sign.x >= 0 && (b.y - a.y) * sign.y >= 0 && (b.x !== a.x || b.y !== a.y),
          );
        const expected = points.flatMap((point, index) => (isBeaten(point) ? [] : [index]));
        expect([...paretoFront(points, { x, y })].sort((a, b) => a - b)).toEqual(expected);
      },
    ),
  );
});
