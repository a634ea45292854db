import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChartPoint, ChartSeries, ChartSpec } from '#lib/charts/chart-spec.ts';
import { placedPoints, type Frame } from '#lib/charts/series-geometry.ts';
import { deviceStyle } from '#lib/charts/series-style.ts';
import { cloudGrid, DENSE_FROM, isDense, placeCloud, withoutCloud } from './cloud.ts';

const axis = { key: 'v', label: 'V', unit: '', scale: 'linear' } as const;
const spec: ChartSpec = { title: 'T', kind: 'scatter', x: axis, y: axis, series: [] };
const seriesOf = (id: string, points: readonly ChartPoint[]): ChartSeries => ({
  id,
  name: id,
  style: deviceStyle(0, null),
  points,
});
/** Values run past the frame on every side. */
const frame: Frame = {
  x: (value) => (value < -40 ? null : 3 * value),
  y: (value) => (value === 13 ? NaN : 200 - 2 * value),
  left: 0,
  right: 300,
  top: 0,
  bottom: 200,
};
const value = fc.integer({ min: -60, max: 160 });
const clouds = fc.array(
  fc.array(
    fc.record({
      x: value,
      y: fc.option(value, { nil: null, freq: 8 }),
      label: fc.constant(''),
      muted: fc.boolean(),
    }),
    { maxLength: 60 },
  ),
  { maxLength: 4 },
);

describe('placeCloud', () => {
  it('places what the paths would show, where they would', () => {
    fc.assert(
      fc.property(clouds, (lists) => {
        const visible = lists.map((points, index) => seriesOf(`s${index}`, points));
        const cloud = placeCloud(visible, frame);
        const listed = Array.from({ length: cloud.count }, (_, index) => ({
          px: cloud.px[index],
          py: cloud.py[index],
          series: cloud.series[index],
          point: cloud.point[index],
        }));
        expect(listed).toEqual(placedPoints(spec, visible, frame));
        listed.forEach(({ series, point }, index) => {
          expect(cloud.muted[index] === 1).toBe(visible[series ?? -1]?.points[point ?? -1]?.muted);
        });
      }),
    );
  });
});

describe('cloudGrid', () => {
  it('finds the nearest point within reach, the first of equals, as looking at every point does', () => {
    const pixel = fc.integer({ min: -30, max: 330 });
    fc.assert(
      fc.property(clouds, pixel, pixel, (lists, atX, atY) => {
        const cloud = placeCloud(
          lists.map((points, index) => seriesOf(`s${index}`, points)),
          frame,
        );
        let best: { index: number; distance: number } | null = null;
        for (let index = 0; index < cloud.count; index += 1) {
          const distance = Math.hypot((cloud.px[index] ?? 0) - atX, (cloud.py[index] ?? 0) - atY);
          if (distance <= 16 && (best === null || distance < best.distance)) best = { index, distance };
        }
        const found = cloudGrid(cloud).nearest(atX, atY);
        expect(found).toEqual(
          best && {
            px: cloud.px[best.index],
            py: cloud.py[best.index],
            series: cloud.series[best.index],
            point: cloud.point[best.index],
          },
        );
      }),
    );
  });
});

describe('isDense', () => {
  const many = seriesOf(
    'many',
    Array.from({ length: DENSE_FROM }, (_, x) => ({ x, y: x, label: '' })),
  );
  it('is so from a number of markers on, whatever the number of series', () => {
    const [first, second] = [0, DENSE_FROM / 2].map((from) =>
      seriesOf(String(from), many.points.slice(from, from + DENSE_FROM / 2)),
    );
    expect(isDense(spec, [many])).toBe(true);
    expect(
      isDense(
        spec,
        [first, second].flatMap((series) => series ?? []),
      ),
    ).toBe(true);
    expect(isDense(spec, [seriesOf('few', many.points.slice(1))])).toBe(false);
  });
  it('is never so for lines without markers and for bars', () => {
    expect(isDense({ ...spec, markers: 'none', kind: 'line' }, [many])).toBe(false);
    expect(isDense({ ...spec, kind: 'bar' }, [many])).toBe(false);
  });
});

it('keeps for lines and whiskers what they are drawn from', () => {
  const points: ChartPoint[] = [
    { x: 1, y: 1, label: 'front' },
    { x: 2, y: 1, label: 'dominated', muted: true },
    { x: 3, y: 1, label: 'dominated, with an interval', muted: true, lo: 0, hi: 2 },
  ];
  const series = seriesOf('a', points);
  expect(withoutCloud(spec, series).points.map(({ x }) => x)).toEqual([1, 3]);
  expect(withoutCloud(spec, series)).toBe(withoutCloud(spec, series));
  expect(withoutCloud({ ...spec, kind: 'line' }, series)).toBe(series);
});
