import { expect, it } from 'vitest';
import type { ChartPoint, ChartSeries, ChartSpec } from './chart-spec.ts';
import { frontLabels } from './front-labels.ts';
import { renderSvg } from './render-svg.ts';
import type { Frame } from './series-geometry.ts';
import { seriesStyles } from './series-style.ts';

const style = [...seriesStyles([{ id: 'a' }]).values()][0];
if (!style) throw new Error('no style');

const frame: Frame = { x: (v) => v, y: (v) => 200 - v, left: 0, right: 400, top: 0, bottom: 200 };
const at = (x: number, y: number, more: Partial<ChartPoint> = {}): ChartPoint => ({
  x,
  y,
  label: '',
  ...more,
});
const series = (name: string, ...points: ChartPoint[]): ChartSeries => ({ id: name, name, style, points });
const axis = { label: 'x', unit: '', scale: 'linear' } as const;
const scatter = (...all: ChartSeries[]): ChartSpec => ({
  title: 'Fronts',
  kind: 'scatter',
  joinFront: true,
  x: { ...axis, key: 'x' },
  y: { ...axis, key: 'y' },
  series: all,
});
const labels = (spec: ChartSpec) =>
  frontLabels(spec, spec.series, frame).map(({ text, x, y, anchor }) => [text, x, y, anchor]);

it('names a front right of its last point that is on it and in sight', () => {
  const front = series('Ten chars!', at(50, 20), at(100, 100), at(120, 30, { muted: true }), at(900, 150));
  expect(labels(scatter(front))).toEqual([['Ten chars!', 109, 104, 'start']]);
});

it('goes above the last point where there is no room on the right, and below where there is none above', () => {
  expect(labels(scatter(series('Ten chars!', at(50, 20), at(395, 100))))).toEqual([
    ['Ten chars!', 395, 91, 'end'],
  ]);
  expect(labels(scatter(series('Ten chars!', at(200, 195), at(395, 195))))).toEqual([
    ['Ten chars!', 395, 24, 'end'],
  ]);
});

it('goes below the end of a front that falls, away from its line', () => {
  expect(labels(scatter(series('Ten chars!', at(50, 150), at(395, 100))))).toEqual([
    ['Ten chars!', 395, 119, 'end'],
  ]);
});

it('keeps names off one another, off the fronts, and off names of reference lines', () => {
  const [a, b] = [series('Front a', at(50, 20), at(100, 100)), series('Front b', at(60, 30), at(106, 96))];
  expect(labels(scatter(a, b))).toEqual([
    ['Front a', 100, 91, 'end'],
    ['Front b', 115, 108, 'start'],
  ]);
  const limited = { ...scatter(a), references: [{ axis: 'x' as const, value: 105, label: 'limit 105' }] };
  expect(labels(limited)).toEqual([['Front a', 109, 104, 'start']]);
  const top = { ...limited, series: [series('Front a', at(50, 190), at(100, 190))] };
  expect(labels(top)).toEqual([['Front a', 100, 29, 'end']]);
});

it('does not lie over lines, its own or another', () => {
  // Below the last point comes the line of its own front; at the first there is room above neither.
  expect(labels(scatter(series('Ten chars!', at(300, 20), at(395, 195))))).toEqual([
    ['Ten chars!', 291, 184, 'end'],
  ]);
  const crossing = series('b', at(110, 60), at(111, 140));
  expect(labels(scatter(series('Ten chars!', at(50, 20), at(100, 100)), crossing))[0]).toEqual([
    'Ten chars!',
    100,
    91,
    'end',
  ]);
});

it('leaves a name to the legend that fits nowhere, and names nothing but fronts', () => {
  expect(labels(scatter(series('x'.repeat(70), at(50, 20), at(100, 100))))).toEqual([]);
  expect(labels({ ...scatter(series('a', at(1, 1))), joinFront: false })).toEqual([]);
  expect(labels({ ...scatter(series('a', at(1, 1))), kind: 'line' })).toEqual([]);
  expect(labels(scatter(series('a', at(900, 1)), series('b')))).toEqual([]);
});

it('is in exported files as well', () => {
  const svg = renderSvg(
    scatter(series('Front a', at(50, 20), at(100, 100)), series('Front b', at(60, 90), at(90, 160))),
  );
  // Once in the legend, once at the front.
  expect(svg.match(/>Front a</g)).toHaveLength(2);
  expect(svg.match(/>Front b</g)).toHaveLength(2);
});
