import { formatMetric, METRICS, metricValue, type MetricKey } from '#contract/metrics.ts';
import type { ChartPoint, ChartReference, ChartSeries, ChartSpec } from '#lib/charts/chart-spec.ts';
import { seriesStyles, type SeriesIdentity } from '#lib/charts/series-style.ts';
import { counted } from '#src/components/ui/counted.ts';
import { metricAxis } from './metric-axis.ts';
import { jobHref } from './point-link.ts';

/** One entity and its rows, as the views give them; `id` is an identity and `name` only what is printed. */
export interface MetricSeries extends SeriesIdentity {
  readonly name: string;
  readonly rows: readonly object[];
}

/** Groups rows into series by the identity of each row, in order of first appearance. */
export function groupSeries<Row extends object>(
  rows: readonly Row[],
  identify: (row: Row) => SeriesIdentity & { readonly name: string },
): MetricSeries[] {
  const groups = new Map<string, SeriesIdentity & { name: string; rows: Row[] }>();
  for (const row of rows) {
    const identity = identify(row);
    const group = groups.get(identity.id);
    if (group) group.rows.push(row);
    else groups.set(identity.id, { ...identity, rows: [row] });
  }
  return [...groups.values()];
}

/** Columns of a view that hold the interval of a metric. */
export interface IntervalColumns {
  readonly lower: string;
  readonly upper: string;
}

const numberAt = (row: object, column: string): number | null => {
  const value: unknown = (row as Record<string, unknown>)[column];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

/** Points of a series in order of x. Rows without x have no place and are left out; rows without y are gaps. */
export function toPoints(
  rows: readonly object[],
  x: MetricKey,
  y: MetricKey,
  interval?: IntervalColumns,
): ChartPoint[] {
  return rows
    .flatMap((row): ChartPoint[] => {
      const at = metricValue(row, x);
      if (at === null) return [];
      const href = jobHref(row);
      return [
        {
          x: at,
          y: metricValue(row, y),
          label: `${METRICS[x].short.toLowerCase()} ${formatMetric(x, at)}`,
          ...(href !== undefined && { href }),
          ...(interval && { lo: numberAt(row, interval.lower), hi: numberAt(row, interval.upper) }),
        },
      ];
    })
    .sort((a, b) => a.x - b.x);
}

export interface LineSpecInput {
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly metric: MetricKey;
  /** Default concurrency, on a log2 axis; other metrics are linear. */
  readonly x?: MetricKey | undefined;
  readonly series: readonly MetricSeries[];
  readonly scale?: 'auto' | 'linear' | 'log10' | undefined;
  readonly references?: readonly ChartReference[] | undefined;
  readonly interval?: IntervalColumns | undefined;
}

/** The spec of a metric over concurrency (or another metric), one line a series. */
export function toLineSpec({
  title,
  subtitle,
  metric,
  x = 'concurrency',
  series,
  scale = 'auto',
  references,
  interval,
}: LineSpecInput): ChartSpec {
  const styles = seriesStyles(series);
  const lines = series.flatMap((entry): ChartSeries[] => {
    const style = styles.get(entry.id);
    return style
      ? [{ id: entry.id, name: entry.name, style, points: toPoints(entry.rows, x, metric, interval) }]
      : [];
  });
  const unplaced =
    series.reduce((sum, { rows }) => sum + rows.length, 0) -
    lines.reduce((sum, { points }) => sum + points.length, 0);
  return {
    title,
    subtitle,
    kind: 'line',
    x: metricAxis(x, x === 'concurrency' ? 'log2' : 'linear'),
    y: metricAxis(metric, scale),
    series: lines,
    references,
    notes:
      unplaced > 0 ? [`${counted(unplaced, 'row')} without ${METRICS[x].short.toLowerCase()} left out`] : [],
  };
}
