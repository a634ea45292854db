import { visibleSeries, type ChartPoint, type ChartSeries, type ChartSpec } from './chart-spec.ts';
import type { FormatValue } from './format-value.ts';

const withUnit = (text: string, unit: string): string =>
  unit === '' || text === '—' ? text : unit === '%' ? `${text} %` : `${text} ${unit}`;

/** A point's value with unit, interval, n and note: "3,214 tokens/s (3,100 to 3,330), n = 5". */
export function describeValue(spec: ChartSpec, point: ChartPoint, format: FormatValue): string {
  let text = withUnit(format(spec.y, point.y), spec.y.unit);
  if (point.lo != null && point.hi != null)
    text += ` (${format(spec.y, point.lo)} to ${format(spec.y, point.hi)})`;
  if (point.n != null) text += `, n = ${point.n.toLocaleString('en-US')}`;
  if (point.note !== undefined) text += ` (${point.note})`;
  return text;
}

/** A point as a sentence for screen readers: "H200 · vllm · fp8, concurrency 64: 3,214 tokens/s"; in a scatter with its x. */
export function describePoint(
  spec: ChartSpec,
  series: ChartSeries,
  point: ChartPoint,
  format: FormatValue,
): string {
  const at = spec.kind === 'scatter' ? ` at ${describeX(spec, point, format)}` : '';
  return `${series.name}, ${point.label}: ${describeValue(spec, point, format)}${at}`;
}

/** A point's x with unit: "56.7 tokens/s/user". */
export function describeX(spec: ChartSpec, point: ChartPoint, format: FormatValue): string {
  return withUnit(format(spec.x, point.x), spec.x.unit);
}

/** What a chart says at a glance: how many series and points, the extremes, and the best where the metric has one. */
export function summariseChart(spec: ChartSpec, hidden: ReadonlySet<string>, format: FormatValue): string {
  const shown = visibleSeries(spec, hidden);
  const all = shown.flatMap((series) => series.points.map((point) => ({ series, point })));
  const measured = all.flatMap(({ series, point }) =>
    point.y === null ? [] : [{ series, point, y: point.y }],
  );
  const counts = `${spec.y.label} over ${spec.x.label}: ${shown.length} series, n = ${measured.length} points`;
  const missing = all.length > measured.length ? `, ${all.length - measured.length} without a value` : '';
  const [first] = measured;
  if (first === undefined) return `${counts}${missing}.`;
  const lowest = measured.reduce((best, entry) => (entry.y < best.y ? entry : best), first);
  const highest = measured.reduce((best, entry) => (entry.y > best.y ? entry : best), first);
  const say = ({ series, point, y }: typeof first): string =>
    `${withUnit(format(spec.y, y), spec.y.unit)} (${series.name}, ${point.label})`;
  const best = spec.y.better === 'higher' ? highest : spec.y.better === 'lower' ? lowest : null;
  return `${counts}${missing}. Minimum ${say(lowest)}. Maximum ${say(highest)}.${best ? ` Best ${say(best)}, ${spec.y.better} is better.` : ''}`;
}
