import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInZoom, layoutChart, panelNotes, type ChartSpec } from './chart-spec.ts';
import { chartTable } from './chart-table.ts';
import { seriesGeometry, type Frame } from './series-geometry.ts';
import { seriesStyles } from './series-style.ts';
import {
  applyZoom,
  moveZoom,
  panShares,
  shareOf,
  sharesToShow,
  valueAt,
  withoutZoom,
  zoomShares,
} from './zoom.ts';

const style = seriesStyles([{ id: 'a' }]).get('a');
if (style === undefined) throw new Error('no style');
const none = new Set<string>();
const axis = { key: 'ttft_p50_ms', label: 'TTFT p50 (ms)', unit: 'ms', scale: 'linear' } as const;
const spec: ChartSpec = {
  title: 'T',
  kind: 'line',
  x: { key: 'concurrency', label: 'Concurrency', unit: '', scale: 'log2' },
  y: axis,
  series: [
    {
      id: 'a',
      name: 'A',
      style,
      points: [1, 2, 4, 8, 16, 32, 64].map((x) => ({ x, y: x * 10, label: `c ${x}` })),
    },
  ],
};
const whole = layoutChart(spec, none);

describe('zoom', () => {
  it('shows the stretch of its own metric and leaves other axes alone', () => {
    const zooms = [{ axis: 'x', key: 'concurrency', from: 3, to: 20 }] as const;
    const zoomed = applyZoom(spec, zooms);
    expect(layoutChart(zoomed, none).x.domain).toEqual([3, 20]);
    const other = { ...spec, x: { ...spec.x, key: 'tokens_per_sec_per_user' } };
    expect(applyZoom(other, zooms)).toBe(other);
    expect(applyZoom(spec, [{ axis: 'y', key: 'concurrency', from: 3, to: 20 }])).toBe(spec);
    expect(applyZoom({ ...spec, kind: 'bar' }, zooms).isZoomed).toBeUndefined();
  });

  it('fits y to what is in sight, counts what is not, and says so', () => {
    const zoomed = applyZoom(spec, [{ axis: 'x', key: 'concurrency', from: 3, to: 20 }]);
    const layout = layoutChart(zoomed, none);
    // 4, 8 and 16 are in sight: 40 to 160.
    expect(layout.y.domain).toEqual([0, 200]);
    expect(layout.outside).toBe(4);
    expect(panelNotes([zoomed], none)).toEqual(['4 points outside what is shown']);
    expect(panelNotes([spec], none)).toEqual([]);
  });

  it('keeps the scale of the whole chart however close one looks', () => {
    const auto: ChartSpec = { ...spec, y: { ...axis, scale: 'auto' } };
    expect(layoutChart(auto, none).y.scale).toBe('log10');
    const zoomed = applyZoom(auto, [{ axis: 'x', key: 'concurrency', from: 7, to: 17 }]);
    expect(layoutChart(zoomed, none).y.scale).toBe('log10');
  });

  it('has ticks at every depth', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        fc.double({ min: 0.006, max: 1, noNaN: true }),
        (start, span) => {
          const zooms = moveZoom([], spec, whole, whole, {
            x: [start, start + span],
            y: [start, start + span],
          });
          const layout = layoutChart(applyZoom(spec, zooms), none);
          expect(layout.x.ticks.length).toBeGreaterThan(0);
          expect(layout.y.ticks.length).toBeGreaterThan(1);
          for (const tick of layout.y.ticks) {
            expect(tick).toBeGreaterThanOrEqual(layout.y.domain[0]);
            expect(tick).toBeLessThanOrEqual(layout.y.domain[1]);
          }
        },
      ),
    );
  });

  it('never leaves the data, whatever is done to it', () => {
    const move = fc.oneof(
      fc.record({ by: fc.double({ min: -3, max: 3, noNaN: true }) }).map(({ by }) => panShares(by)),
      fc
        .record({
          f: fc.double({ min: 0.05, max: 8, noNaN: true }),
          at: fc.double({ min: 0, max: 1, noNaN: true }),
        })
        .map(({ f, at }) => zoomShares(f, at)),
    );
    fc.assert(
      fc.property(fc.array(move, { maxLength: 8 }), (moves) => {
        let zooms = moveZoom([], spec, whole, whole, {});
        for (const one of moves) {
          const now = layoutChart(applyZoom(spec, zooms), none);
          zooms = moveZoom(zooms, spec, now, whole, { x: one, y: one });
        }
        for (const { axis: name, from, to } of zooms) {
          const [low, high] = whole[name].domain;
          // Ends are rounded to about four digits of what is shown.
          expect(from).toBeLessThan(to);
          expect(shareOf(whole[name], from)).toBeGreaterThan(-0.001);
          expect(to).toBeLessThanOrEqual(high * 1.001);
          expect(from).toBeGreaterThanOrEqual(low - high * 0.001);
        }
      }),
    );
  });

  it('keeps the place under the pointer where it is', () => {
    const at = shareOf(whole.x, 8);
    const zooms = moveZoom([], spec, whole, whole, { x: zoomShares(0.5, at) });
    const now = layoutChart(applyZoom(spec, zooms), none);
    expect(shareOf(now.x, 8)).toBeCloseTo(at, 2);
    expect(valueAt(now.x, at)).toBeCloseTo(8, 1);
  });

  it('is gone once all is shown, and leaves the zooms of other charts', () => {
    const others = [{ axis: 'x', key: 'elapsed_s', from: 0, to: 5 }] as const;
    const zooms = moveZoom(others, spec, whole, whole, { x: [0.2, 0.6] });
    expect(zooms).toHaveLength(2);
    const now = layoutChart(applyZoom(spec, zooms), none);
    expect(moveZoom(zooms, spec, now, whole, { x: zoomShares(50) })).toEqual(others);
    expect(withoutZoom(zooms, [spec])).toEqual(others);
  });

  it('moves just enough to show a point', () => {
    const now = layoutChart(applyZoom(spec, [{ axis: 'x', key: 'concurrency', from: 1, to: 4 }]), none);
    expect(sharesToShow(now.x, 2)).toBeUndefined();
    const [low, high] = sharesToShow(now.x, 16) ?? [0, 0];
    expect(valueAt(now.x, low)).toBeLessThan(16);
    expect(valueAt(now.x, high)).toBeGreaterThan(16);
  });

  it('is what table and CSV hold', () => {
    const zoomed = applyZoom(spec, [{ axis: 'x', key: 'concurrency', from: 3, to: 20 }]);
    expect(chartTable([zoomed], none).rows.map(([x]) => x?.value)).toEqual([4, 8, 16]);
    expect(isInZoom(spec, { x: 999, y: 0, label: '' })).toBe(true);
  });
});

describe('lines that leave the plot', () => {
  const frame: Frame = { x: (v) => v * 10, y: (v) => 100 - v, left: 0, right: 100, top: 0, bottom: 100 };
  const path = (points: readonly (readonly [number, number | null])[], kind: 'line' | 'step' = 'line') =>
    seriesGeometry(
      { ...spec, kind, markers: 'none' },
      { id: 'a', name: 'A', style, points: points.map(([x, y]) => ({ x, y, label: '' })) },
      frame,
      0,
      1,
    ).line;

  it('end at its edge', () => {
    expect(
      path([
        [2, 50],
        [4, 150],
      ]),
    ).toBe('M20 50L30 0');
    expect(
      path([
        [2, 50],
        [20, 50],
      ]),
    ).toBe('M20 50L100 50');
  });
  it('go through it from outside to outside', () => {
    expect(
      path([
        [-5, 50],
        [15, 50],
      ]),
    ).toBe('M0 50L100 50');
    expect(
      path([
        [-5, 150],
        [15, 150],
      ]),
    ).toBe('');
  });
  it('come back after they left', () => {
    expect(
      path([
        [2, 50],
        [4, 150],
        [6, 50],
      ]),
    ).toBe('M20 50L30 0M50 0L60 50');
  });
  it('are cut as steps too, and never across a gap', () => {
    expect(
      path(
        [
          [2, 50],
          [20, 90],
        ],
        'step',
      ),
    ).toBe('M20 50H100');
    expect(
      path([
        [2, 50],
        [4, null],
        [6, 60],
      ]),
    ).toBe('M20 50M60 40');
  });
});
