import { describe, expect, it } from 'vitest';
import { layoutChart, type ChartPoint, type ChartSpec } from '#lib/charts/chart-spec.ts';
import type { Frame } from '#lib/charts/series-geometry.ts';
import { NO_CURSOR, type Cursor } from './chart-cursor.ts';
import { readingContent, type ReadingSubject } from './reading-content.ts';

/** A plot of 100 × 100 pixels at (10, 5), where a unit of x is a pixel. */
const frame: Frame = {
  x: (value) => 10 + value,
  y: (value) => 105 - value,
  left: 10,
  right: 110,
  top: 5,
  bottom: 105,
};
const axis = { key: 'plain', label: 'Value', unit: 'W', scale: 'linear', domain: [0, 100] } as const;
const style = { hue: 120, lightness: 0, chroma: 0, marker: 'circle', dash: [] } as const;

function subjectOf(
  kind: ChartSpec['kind'],
  series: readonly (readonly ChartPoint[])[],
  index = 0,
): ReadingSubject {
  const spec: ChartSpec = {
    title: 'T',
    kind,
    x: { ...axis, unit: 's' },
    y: axis,
    series: series.map((points, at) => ({ id: `s${at}`, name: `Series ${at}`, style, points })),
  };
  return {
    panels: [spec, spec],
    index,
    hidden: new Set(),
    visible: spec.series,
    frame,
    layout: layoutChart(spec, new Set()),
    width: 130,
    height: 130,
  };
}

const at = (series: number, point: number, change: Partial<Cursor> = {}): Cursor => ({
  ...NO_CURSOR,
  at: { panel: 0, series, point },
  ...change,
});

const point = (x: number, y: number | null, more: Partial<ChartPoint> = {}): ChartPoint => ({
  x,
  y,
  label: `at ${x}`,
  ...more,
});

describe('what a panel shows of the point that is read', () => {
  it('reads every series of a line at one x, and rings the one under the pointer', () => {
    const subject = subjectOf('line', [[point(20, 30)], [point(20, 60), point(40, 70)], [point(40, 9)]]);
    const content = readingContent(subject, at(1, 0));
    expect(content?.cross).toEqual({ px: 30, top: 5, height: 100 });
    expect(content?.ring).toMatchObject({ px: 30, py: 45 });
    const tooltip = content?.tooltip;
    expect(tooltip?.head).toBe('at 20');
    expect(tooltip?.lines.map(({ name, value, isFocused }) => [name, value, isFocused])).toEqual([
      ['Series 0', '30 W', false],
      ['Series 1', '60 W', true],
    ]);
    expect(tooltip?.more).toBe('');
    expect(tooltip?.href).toBeUndefined();
  });

  it('names in a scatter the point alone with its x, and what it opens', () => {
    const subject = subjectOf('scatter', [[point(20, 30)], [point(20, 60, { href: '/w/o/jobs/7' })]]);
    const tooltip = readingContent(subject, at(1, 0, { isPinned: true }))?.tooltip;
    expect(tooltip?.head).toBe('at 20, 20 s');
    expect(tooltip?.lines.map(({ name }) => name)).toEqual(['Series 1']);
    expect(tooltip).toMatchObject({ href: '/w/o/jobs/7', isPinned: true });
  });

  it('lists nine lines around the one that is read, and counts the others', () => {
    const subject = subjectOf(
      'line',
      Array.from({ length: 12 }, (_, index) => [point(20, index)]),
    );
    const tooltip = readingContent(subject, at(10, 0))?.tooltip;
    expect(tooltip?.lines.map(({ name }) => name)).toEqual(
      [3, 4, 5, 6, 7, 8, 9, 10, 11].map((index) => `Series ${index}`),
    );
    expect(tooltip?.more).toBe('and 3 more');
  });

  it('shows a missing value as missing, with its reason and without a ring', () => {
    const subject = subjectOf('line', [[point(20, null, { note: 'n < 100' })]]);
    const content = readingContent(subject, at(0, 0));
    expect(content?.ring).toBeNull();
    expect(content?.missing).toEqual({ px: 36, py: 85, text: '— (n < 100)' });
    expect(content?.tooltip?.exact).toBe('');
  });

  it('has in the other panels the crosshair alone, and nothing for what is out of sight or gone', () => {
    const points = [[point(20, 30), point(500, 30)]];
    expect(readingContent(subjectOf('line', points, 1), at(0, 0))).toMatchObject({
      cross: { px: 30 },
      ring: null,
      tooltip: null,
    });
    expect(readingContent(subjectOf('line', points), at(0, 1))).toBeNull();
    expect(readingContent(subjectOf('line', points), at(3, 0))).toBeNull();
    expect(readingContent(subjectOf('line', points), NO_CURSOR)).toBeNull();
  });
});
