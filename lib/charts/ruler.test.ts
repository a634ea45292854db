import { describe, expect, it } from 'vitest';
import type { ChartSeries, ChartSpec } from './chart-spec.ts';
import { chartCsv, chartTable } from './chart-table.ts';
import { formatPlain } from './format-value.ts';
import {
  formatRatio,
  isMeasurable,
  readingWords,
  readRuler,
  rulerMarks,
  rulerNotes,
  rulerRange,
  rulerStart,
  rulerStops,
  seriesToken,
} from './ruler.ts';
import { seriesStyles } from './series-style.ts';

const styles = seriesStyles([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
function series(id: string, points: readonly (readonly [number, number | null])[]): ChartSeries {
  const style = styles.get(id);
  if (style === undefined) throw new Error('no style');
  return { id, name: id.toUpperCase(), style, points: points.map(([x, y]) => ({ x, y, label: `c ${x}` })) };
}
const a = series('a', [
  [1, 100],
  [4, 400],
  [16, 800],
]);
const b = series('b', [
  [1, 50],
  [4, 200],
  [8, null],
  [16, 200],
]);
const c = series('c', [
  [8, 10],
  [16, 20],
]);
const visible = [a, b, c];
const spec: ChartSpec = {
  title: 'T',
  kind: 'line',
  x: { key: 'concurrency', label: 'Concurrency', unit: 'in flight', scale: 'log2' },
  y: { key: 'tokens_per_sec', label: 'Output (tokens/s)', unit: 'tokens/s', scale: 'linear' },
  series: visible,
};
const at = (x: number, base: string | null = null) => ({ key: 'concurrency', at: x, base });
const none = new Set<string>();

describe('ruler', () => {
  it('reads curves by straight lines and compares them with the first', () => {
    const [one, two, three] = readRuler(visible, at(2));
    expect(one).toMatchObject({ y: 200, isBase: true, ratio: null, isMeasured: false });
    expect(two).toMatchObject({ y: 100, isBase: false, ratio: 0.5 });
    expect(three).toMatchObject({ y: null, ratio: null });
    expect(readingWords(three ?? { y: 1, isMeasured: true, ratio: 1, isBase: false, series: c }, 'A')).toBe(
      'no data at this x',
    );
  });
  it('says no data outside a curve, and between points of which one has no value', () => {
    expect(readRuler(visible, at(0.5)).map(({ y }) => y)).toEqual([null, null, null]);
    expect(readRuler(visible, at(17)).map(({ y }) => y)).toEqual([null, null, null]);
    expect(readRuler([b], at(6)).map(({ y }) => y)).toEqual([null]);
  });
  it('says measured where it is', () => {
    const read = readRuler(visible, at(16));
    expect(read.map(({ y, isMeasured }) => [y, isMeasured])).toEqual([
      [800, true],
      [200, true],
      [20, true],
    ]);
  });
  it('compares with the baseline that was chosen, or the first with a value where it has none', () => {
    expect(readRuler(visible, at(4, seriesToken(b))).map(({ ratio }) => ratio)).toEqual([2, null, null]);
    expect(readRuler(visible, at(4, seriesToken(c))).map(({ ratio }) => ratio)).toEqual([null, 0.5, null]);
    expect(
      readRuler(
        [
          series('a', [
            [1, 0],
            [2, 0],
          ]),
          series('b', [
            [1, 5],
            [2, 5],
          ]),
        ],
        at(1),
      ).map(({ ratio }) => ratio),
    ).toEqual([null, null]);
  });
  it('reads the front of a scatter, not what is dominated', () => {
    const cloud = { ...a, points: [...a.points, { x: 4, y: 4, label: '', muted: true }] };
    expect(readRuler([cloud], at(4))[0]?.y).toBe(400);
    expect(rulerStops([cloud])).toEqual([1, 4, 16]);
  });
  it('does not change what a series reads when another is hidden', () => {
    expect(readRuler([a, c], at(12)).map(({ y }) => y)).toEqual([
      readRuler(visible, at(12))[0]?.y,
      readRuler(visible, at(12))[2]?.y,
    ]);
  });
  it('starts at a measured x that most curves have, in sight where there is one', () => {
    expect(rulerStart(visible)).toBe(16);
    expect(rulerStart(visible, [1, 5])).toBe(1);
    expect(rulerStart(visible, [100, 200])).toBe(16);
    expect(rulerStart([])).toBeNull();
    expect(rulerRange(visible)).toEqual([1, 16]);
  });
  it('is for curves over a figure', () => {
    expect(isMeasurable(spec)).toBe(true);
    expect(isMeasurable({ ...spec, kind: 'bar' })).toBe(false);
    expect(isMeasurable({ ...spec, kind: 'scatter' })).toBe(false);
    expect(isMeasurable({ ...spec, kind: 'scatter', joinFront: true })).toBe(true);
    expect(isMeasurable({ ...spec, x: { ...spec.x, scale: 'duration' } })).toBe(false);
  });
  it('prints ratios to three digits', () => {
    expect([2.034, 12.34, 1234, 0.5].map(formatRatio)).toEqual(['2.03×', '12.3×', '1,234×', '0.50×']);
  });
  it('keeps its labels apart and in the plot', () => {
    const frame = { x: () => 0, y: (v: number) => 100 - v, left: 0, right: 100, top: 0, bottom: 100 };
    const close = [50, 51, 52, 1].map((y, index) =>
      series(['a', 'b', 'c', 'a'][index] ?? 'a', [
        [1, y],
        [2, y],
      ]),
    );
    const marks = rulerMarks(readRuler(close, at(1)), frame).filter(({ label }) => label !== null);
    const ys = marks.map(({ labelY }) => labelY);
    expect(ys).toHaveLength(3);
    ys.slice(1).forEach((y, index) => expect(y - (ys[index] ?? 0)).toBeGreaterThanOrEqual(13));
    ys.forEach((y) => expect(y).toBeLessThanOrEqual(94));
  });
});

describe('what the ruler reads elsewhere', () => {
  it('stands in the table and the CSV, told apart from what was measured', () => {
    const csv = chartCsv(chartTable([spec], none, at(2)));
    expect(csv).toContain('Series,Concurrency,Output (tokens/s),Reading\r\n');
    expect(csv).toContain('A,4,400,measured\r\n');
    expect(csv).toContain('A,2,200,"ruler: interpolated, baseline"\r\n');
    expect(csv).toContain('B,2,100,"ruler: interpolated, 0.50× A"\r\n');
    expect(csv).toContain('C,2,,ruler: no data at this x\r\n');
    // A ruler on another metric changes nothing.
    expect(chartTable([spec], none, { ...at(2), key: 'elapsed_s' })).toEqual(chartTable([spec], none));
  });
  it('stands in the notes of an exported drawing', () => {
    expect(rulerNotes([spec], ({ series: all }) => all, at(2), formatPlain)).toEqual([
      'Ruler at 2 in flight: A: 200 tokens/s (interpolated, baseline); B: 100 tokens/s (interpolated, 0.50× A); C: no data at this x',
    ]);
    expect(rulerNotes([spec], ({ series: all }) => all, null, formatPlain)).toEqual([]);
  });
});
