import { describe, expect, it } from 'vitest';
import { layoutChart, panelNotes, type ChartSpec } from './chart-spec.ts';
import { gutterLabel, gutterMarks } from './gutter.ts';
import { chartCsv, chartTable } from './chart-table.ts';
import { describePoint, describeValue, summariseChart } from './describe-chart.ts';
import { formatDuration, formatPlain, formatTick } from './format-value.ts';
import { placedPoints, seriesGeometry, type Frame } from './series-geometry.ts';
import { seriesStyles } from './series-style.ts';

function must<T>(value: T | null | undefined): T {
  if (value == null) throw new Error('nothing there');
  return value;
}

const style = must(seriesStyles([{ id: 'a' }]).get('a'));
const axis = { key: 'v', label: 'V (ms)', unit: 'ms', scale: 'linear' } as const;
const spec: ChartSpec = {
  title: 'T',
  kind: 'line',
  x: { ...axis, key: 'c', label: 'Concurrency', unit: '', scale: 'log2' },
  y: { ...axis, better: 'lower' },
  series: [
    {
      id: 'a',
      name: 'A',
      style,
      points: [
        { x: 1, y: 10, label: 'c 1' },
        { x: 2, y: null, label: 'c 2', note: 'n < 100' },
        { x: 4, y: 30, label: 'c 4' },
      ],
    },
    {
      id: 'b',
      name: '=B,"x"',
      style,
      points: [
        { x: 1, y: 900, label: 'c 1' },
        { x: 4, y: 1000, label: 'c 4' },
      ],
    },
  ],
};
const none = new Set<string>();
const frame: Frame = { x: (v) => v * 10, y: (v) => 100 - v, left: 0, right: 100, top: 0, bottom: 100 };

describe('layout', () => {
  it('takes the domain from visible series only', () => {
    expect(layoutChart(spec, none).y.domain).toEqual([0, 1000]);
    expect(layoutChart(spec, new Set(['b'])).y.domain).toEqual([0, 30]);
  });
  it('makes room for a limit line and for intervals', () => {
    const [first] = spec.series;
    const points = [{ x: 1, y: 10, lo: 5, hi: 44, label: '' }];
    const wide = { ...spec, series: [{ ...must(first), points }] };
    expect(layoutChart(wide, none).y.domain).toEqual([0, 50]);
    expect(
      layoutChart({ ...wide, references: [{ axis: 'y', value: 90, label: 'limit' }] }, none).y.domain,
    ).toEqual([0, 100]);
  });
  it('says how many values are missing or have no place', () => {
    const withZero: ChartSpec = {
      ...spec,
      y: { ...spec.y, scale: 'log10' },
      series: [
        { ...must(spec.series[0]), points: [...must(spec.series[0]).points, { x: 8, y: 0, label: '' }] },
      ],
    };
    expect(panelNotes([withZero], none)).toEqual([
      '0 or less: 1, below the log axis',
      '1 without a value (—)',
    ]);
  });
  it('keeps a gutter below a log axis for what it has no place for, and none else', () => {
    const points = [
      { x: 1, y: 0, label: '' },
      { x: 2, y: -5, label: '' },
      { x: 4, y: null, label: '' },
      { x: 8, y: 50, label: '' },
    ];
    const low: ChartSpec = { ...spec, series: [{ ...must(spec.series[0]), points }] };
    const log: ChartSpec = { ...low, y: { ...low.y, scale: 'log10' } };
    expect(layoutChart(low, none).gutter).toBeNull();
    expect(layoutChart(log, none).gutter).toEqual({ low: 2, missing: 1 });
    expect(gutterLabel(layoutChart(log, none))).toBe('≤ 0');
    const marks = gutterMarks(layoutChart(log, none), log.series, frame);
    expect(marks.map(({ px, py, point, isMissing }) => [px, py, point, isMissing])).toEqual([
      [10, 113, 0, false],
      [20, 113, 1, false],
      [40, 113, 2, true],
    ]);
    expect(marks[2]?.path).toBe('M36.0 113H44.0');
    // Hidden series leave no gutter behind.
    expect(layoutChart(log, new Set(['a'])).gutter).toBeNull();
  });
  it('keeps a gutter left of a log x axis for what it has no place for, and a corner for what both have none for', () => {
    const points = [
      { x: 0, y: 40, label: '' },
      { x: -2, y: 0, label: '' },
      { x: 0, y: 900, label: '' },
      { x: 8, y: 50, label: '' },
    ];
    const wide: ChartSpec = {
      ...spec,
      x: { ...spec.x, scale: 'log10' },
      y: { ...spec.y, scale: 'log10' },
      series: [{ ...must(spec.series[0]), points }],
    };
    const layout = layoutChart(wide, none);
    expect([layout.sideGutter, layout.gutter]).toEqual([3, { low: 1, missing: 0 }]);
    expect(layoutChart({ ...wide, x: { ...wide.x, scale: 'linear' } }, none).sideGutter).toBe(0);
    expect(layoutChart({ ...wide, kind: 'bar' }, none).sideGutter).toBe(0);
    expect(panelNotes([wide], none)).toEqual([
      '0 or less: 1, below the log axis',
      '0 or less: 3, left of the log axis',
    ]);
    // The third lies above the plot, as it would right of the gutter.
    expect(gutterMarks(layout, wide.series, frame).map(({ px, py, point }) => [px, py, point])).toEqual([
      [frame.left - 20, must(frame.y(40)), 0],
      [frame.left - 20, 113, 1],
    ]);
  });
  it('cuts a whisker whose lower end is zero at the gutter, with an arrow', () => {
    const points = [{ x: 1, y: 50, lo: 0, hi: 60, label: '' }];
    const log: Frame = { ...frame, y: (v) => (v > 0 ? 100 - v : null) };
    expect(seriesGeometry(spec, { ...must(spec.series[0]), points }, log, 0, 1).whiskers).toContain(
      'V100M7 96L10 100L13 96',
    );
  });
});

describe('geometry', () => {
  it('breaks the line at a gap and never draws 0 for it', () => {
    const drawn = seriesGeometry(spec, must(spec.series[0]), frame, 0, 1);
    expect(drawn.line).toBe('M10 90M40 70');
    expect(placedPoints(spec, spec.series, frame)).toHaveLength(2);
  });
  it('cuts a whisker that leaves the frame and marks it with an arrow', () => {
    const points = [{ x: 1, y: 50, lo: 40, hi: 400, label: '' }];
    expect(seriesGeometry(spec, { ...must(spec.series[0]), points }, frame, 0, 1).whiskers).toContain(
      'V0M7 4L10 0L13 4',
    );
  });
  it('leads a whisker without an upper end to the edge, and says so', () => {
    const points = [{ x: 1, y: 50, lo: 40, label: '' }];
    expect(seriesGeometry(spec, { ...must(spec.series[0]), points }, frame, 0, 1).whiskers).toContain(
      'V0M7 4L10 0L13 4',
    );
    expect(describeValue(spec, must(points[0]), formatPlain)).toBe('50 ms (40 or more)');
  });
  it('puts bars of several series side by side from zero', () => {
    const bars: ChartSpec = { ...spec, kind: 'bar' };
    const point = [{ x: 1, y: 10, label: '' }];
    const [a, b] = [0, 1].map(
      (index) =>
        seriesGeometry(
          bars,
          { ...must(spec.series[0]), points: point },
          { ...frame, x: (v) => v * 50 },
          index,
          2,
        ).bars,
    );
    expect(a).toMatch(/^M32\.5 100V90h/);
    expect(b).toMatch(/^M50\.5 100V90h/);
  });
});

describe('words', () => {
  it('reads a point, and a missing one with its reason', () => {
    const series = must(spec.series[0]);
    expect(describePoint(spec, series, must(series.points[0]), formatPlain)).toBe('A, c 1: 10 ms');
    expect(describePoint(spec, series, must(series.points[1]), formatPlain)).toBe('A, c 2: — (n < 100)');
    expect(
      describePoint({ ...spec, kind: 'scatter', x: axis }, series, must(series.points[2]), formatPlain),
    ).toBe('A, c 4: 30 ms at 4 ms');
  });
  it('sums up with the better direction of the metric', () => {
    expect(summariseChart(spec, new Set(['b']), formatPlain)).toBe(
      'V (ms) over Concurrency: 1 series, n = 2 points, 1 without a value. Minimum 10 ms (A, c 1). Maximum 30 ms (A, c 4). Best 10 ms (A, c 1), lower is better.',
    );
    expect(summariseChart({ ...spec, series: [] }, none, formatPlain)).toBe(
      'V (ms) over Concurrency: 0 series, n = 0 points.',
    );
  });
  it('prints time and ticks', () => {
    expect([formatDuration(3725), formatDuration(-65), formatDuration(4.5), formatDuration(0)]).toEqual([
      '1:02:05',
      '−1:05',
      '0:04.5',
      '0:00',
    ]);
    expect(formatTick(axis, 50, () => '50.0')).toBe('50');
    expect(formatTick(axis, 0.25, () => '0.250')).toBe('0.25');
    expect(formatTick(axis, 1000, () => '1,000')).toBe('1,000');
  });
});

describe('table twin', () => {
  it('shares rows where series share x, and hiding one changes no other number', () => {
    const table = chartTable([spec], none);
    expect(table.columns.map(({ header }) => header)).toEqual(['Concurrency', 'A', '=B,"x"']);
    expect(table.rows.map((row) => row.map(({ value }) => value))).toEqual([
      [1, 10, 900],
      [2, null, null],
      [4, 30, 1000],
    ]);
    expect(chartTable([spec], new Set(['b'])).rows.map((row) => row[1]?.value)).toEqual([10, null, 30]);
  });
  it('is long for scatters, repeated x and intervals', () => {
    expect(chartTable([{ ...spec, kind: 'scatter' }], none).columns.map(({ header }) => header)).toEqual([
      'Series',
      'Point',
      'Concurrency',
      'V (ms)',
    ]);
    const twice = {
      ...spec,
      series: [
        {
          ...must(spec.series[0]),
          points: [
            { x: 1, y: 1, lo: 0, hi: 2, n: 5, label: '' },
            { x: 1, y: 2, label: '' },
          ],
        },
      ],
    };
    expect(chartTable([twice], none).rows.map((row) => row.map(({ value }) => value))).toEqual([
      ['A', 1, 1, 0, 2, 5],
      ['A', 1, 2, null, null, null],
    ]);
  });
  it('writes CSV with full precision, empty cells for no value and formulas defused', () => {
    const [a, b] = spec.series;
    const exact = {
      ...spec,
      series: [
        { ...must(a), points: [{ x: 1, y: 3214.372, label: '' }] },
        { ...must(b), points: [{ x: 1, y: null, label: '' }] },
      ],
    };
    expect(chartCsv(chartTable([exact], none))).toBe(`Concurrency,A,"'=B,""x"""\r\n1,3214.372,\r\n`);
  });
});
