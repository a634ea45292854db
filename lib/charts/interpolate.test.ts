import { describe, expect, it } from 'vitest';
import { createRandom } from '#lib/random.ts';
import { interpolateAt } from './interpolate.ts';

const CURVE = [
  { x: 10, y: 100 },
  { x: 20, y: 300 },
  { x: 40, y: 200 },
];

describe('interpolateAt', () => {
  it('lies between the two points it is between', () => {
    expect(interpolateAt(CURVE, 15)).toBe(200);
    expect(interpolateAt(CURVE, 20)).toBe(300);
    expect(interpolateAt(CURVE, 30)).toBe(250);
    expect(interpolateAt([...CURVE].reverse(), 30)).toBe(250);
  });

  it('says nothing beyond the data', () => {
    expect(interpolateAt(CURVE, 9.99)).toBeNull();
    expect(interpolateAt(CURVE, 40.01)).toBeNull();
    expect(interpolateAt([], 1)).toBeNull();
    expect(interpolateAt([{ x: 5, y: 1 }], 5)).toBe(1);
  });

  it('does not bridge a missing value', () => {
    const broken = [
      { x: 0, y: 1 },
      { x: 1, y: null },
      { x: 2, y: 3 },
    ];
    expect(interpolateAt(broken, 0.5)).toBeNull();
    expect(interpolateAt(broken, 1)).toBeNull();
    expect(interpolateAt(broken, 2)).toBe(3);
  });

  it('takes the mean of points with the same x', () => {
    expect(
      interpolateAt(
        [
          { x: 1, y: 10 },
          { x: 1, y: 20 },
        ],
        1,
      ),
    ).toBe(15);
  });

  it('never leaves the range of its neighbours', () => {
    const random = createRandom(3);
    for (let round = 0; round < 300; round += 1) {
      const points = Array.from({ length: random.integer(2, 12) }, (_, i) => ({
        x: i + random.next() * 0.5,
        y: random.next() * 100,
      }));
      const x = random.next() * 12;
      const y = interpolateAt(points, x);
      const left = points.filter((point) => point.x <= x).at(-1);
      const right = points.find((point) => point.x >= x);
      if (left === undefined || right === undefined) expect(y).toBeNull();
      else {
        expect(y).toBeGreaterThanOrEqual(Math.min(left.y, right.y) - 1e-9);
        expect(y).toBeLessThanOrEqual(Math.max(left.y, right.y) + 1e-9);
      }
    }
  });
});
