import { grouped } from '#lib/grouped.ts';
import { visibleSeries, type ChartPoint, type ChartSeries, type ChartSpec } from './chart-spec.ts';
import type { FormatValue } from './format-value.ts';

const withUnit = (text: string, unit: string): string =>
  unit === '' || text === '—' ? text : unit === '%' ? `${text} %` : `${text} ${unit}`;

/** A point's value with unit, interval, n and note: "3,214 tokens/s (3,100 to 3,330), n = 5". */
export function describeValue(spec: ChartSpec, point: ChartPoint, format: FormatValue): string {
  let text = withUnit(format(spec.y, point.y), spec.y.unit);
  if (point.lo != null)
    text += ` (${format(spec.y, point.lo)} ${point.hi == null ? 'or more' : `to ${format(spec.y, point.hi)}`})`;
  if (point.n != null) text += `, n = ${grouped(point.n)}`;
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

interface Extreme {
  readonly series: ChartSeries;
  readonly point: ChartPoint;
  readonly y: number;
}

/** What a chart says at a glance: how many series and points, the extremes, and the best where the metric has one. */
export function summariseChart(spec: ChartSpec, hidden: ReadonlySet<string>, format: FormatValue): string {
  const shown = visibleSeries(spec, hidden);
  // One pass without copies: a chart may hold ten thousand points.
  let [measured, missing] = [0, 0];
  let lowest: Extreme | null = null;
  let highest: Extreme | null = null;
  for (const series of shown) {
    for (const point of series.points) {
      const { y } = point;
      if (y === null) {
        missing += 1;
        continue;
      }
      measured += 1;
      if (lowest === null || y < lowest.y) lowest = { series, point, y };
      if (highest === null || y > highest.y) highest = { series, point, y };
    }
  }
  const counts = `${spec.y.label} over ${spec.x.label}: ${shown.length} series, n = ${measured} ${measured === 1 ? 'point' : 'points'}`;
  const gaps = missing > 0 ? `, ${missing} without a value` : '';
  if (lowest === null || highest === null) return `${counts}${gaps}.`;
  const say = ({ series, point, y }: Extreme): string =>
    `${withUnit(format(spec.y, y), spec.y.unit)} (${series.name}, ${point.label})`;
  const best = spec.y.better === 'higher' ? highest : spec.y.better === 'lower' ? lowest : null;
  return `${counts}${gaps}. Minimum ${say(lowest)}. Maximum ${say(highest)}.${best ? ` Best ${say(best)}, ${spec.y.better} is better.` : ''}`;
}
