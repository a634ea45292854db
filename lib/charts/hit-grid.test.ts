import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hitGrid, nearestInX, type PlacedPoint } from './hit-grid.ts';

const pixel = fc.double({ min: -50, max: 1000, noNaN: true });

it('finds what looking at every point finds, within 16 pixels', () => {
  const points = fc
    .array(fc.record({ px: pixel, py: pixel }), { maxLength: 300 })
    .map((list) => list.map((at, point): PlacedPoint => ({ ...at, series: 0, point })));
  fc.assert(
    fc.property(points, pixel, pixel, (placed, px, py) => {
      const distances = placed.map((point) => Math.hypot(point.px - px, point.py - py));
      const smallest = Math.min(...distances);
      const found = hitGrid(placed).nearest(px, py);
      if (smallest < 15.999)
        expect(found && Math.hypot(found.px - px, found.py - py)).toBeCloseTo(smallest, 6);
      if (smallest > 16.001) expect(found).toBeNull();
    }),
  );
});

it('reads a line chart by x first, then by y', () => {
  const at = (px: number, py: number, series: number): PlacedPoint => ({ px, py, series, point: 0 });
  const points = [at(10, 10, 0), at(50, 200, 1), at(50, 40, 2)];
  const reader = nearestInX(points);
  expect(reader.nearest(44, 60)?.series).toBe(2);
  expect(reader.nearest(44, 190)?.series).toBe(1);
  expect(reader.nearest(-5, 190)?.series).toBe(0);
  expect(reader.nearest(900, 0)?.series).toBe(2);
  expect(nearestInX([]).nearest(1, 1)).toBeNull();
});
