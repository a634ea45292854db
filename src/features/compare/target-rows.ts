import { METRICS, metricValue, type MetricKey } from '#contract/metrics.ts';
import { interpolateAt } from '#lib/charts/interpolate.ts';
import { paretoFront } from '#lib/charts/pareto.ts';
import type { MetricSeries } from '#src/components/chart/metric-series.ts';

/** A series read at one x. */
export interface TargetRow {
  readonly id: string;
  readonly name: string;
  readonly value: number | null;
  /** Measured where a point stands at x itself; `outside` where x is beyond what was measured. */
  readonly how: 'measured' | 'interpolated' | 'outside' | 'no values';
  /** Lowest and highest x of the series' front; null without points. */
  readonly range: readonly [number, number] | null;
  /** Relative to the best at the same x, 1 for the best; null where it has no value. */
  readonly ofBest: number | null;
}

/** Each series' y at `x`, along its Pareto front (where both metrics have a direction) and never beyond its measured range. Best first. */
export function targetRows(
  series: readonly MetricSeries[],
  x: MetricKey,
  y: MetricKey,
  at: number,
): TargetRow[] {
  const better = { x: METRICS[x].better, y: METRICS[y].better };
  const rows = series.map(({ id, name, rows: own }): Omit<TargetRow, 'ofBest'> => {
    const points = own.flatMap((row) => {
      const [px, py] = [metricValue(row, x), metricValue(row, y)];
      return px === null || py === null ? [] : [{ x: px, y: py }];
    });
    const front =
      better.x === 'none' || better.y === 'none'
        ? points
        : paretoFront(points, { x: better.x, y: better.y }).flatMap((index) => points[index] ?? []);
    if (front.length === 0) return { id, name, value: null, how: 'no values', range: null };
    const xs = front.map((point) => point.x);
    const value = interpolateAt(front, at);
    const how = value === null ? 'outside' : xs.includes(at) ? 'measured' : 'interpolated';
    return { id, name, value, how, range: [Math.min(...xs), Math.max(...xs)] };
  });
  const values = rows.flatMap(({ value }) => (value === null ? [] : [value]));
  const lowerIsBetter = better.y === 'lower';
  const best = lowerIsBetter ? Math.min(...values) : Math.max(...values);
  return rows
    .map((row): TargetRow => ({
      ...row,
      ofBest:
        row.value === null || best <= 0 || row.value <= 0
          ? null
          : lowerIsBetter
            ? best / row.value
            : row.value / best,
    }))
    .sort((a, b) => (b.ofBest ?? -1) - (a.ofBest ?? -1) || a.name.localeCompare(b.name));
}

/** Where the curves can be read together: two digits of the middle of the range that all have, else of the middle of all points; null without points. */
export function suggestTarget(series: readonly MetricSeries[], x: MetricKey, y: MetricKey): number | null {
  const xs = series
    .map(({ rows }) =>
      rows.flatMap((row) => {
        const at = metricValue(row, x);
        return at === null || metricValue(row, y) === null ? [] : [at];
      }),
    )
    .filter((own) => own.length > 0);
  if (xs.length === 0) return null;
  const from = Math.max(...xs.map((own) => Math.min(...own)));
  const to = Math.min(...xs.map((own) => Math.max(...own)));
  const all = xs.flat().sort((a, b) => a - b);
  const middle = from <= to ? Math.sqrt(from * to) : (all[all.length >> 1] ?? 0);
  const rounded = Number(middle.toPrecision(2));
  return from <= to && (rounded < from || rounded > to) ? middle : rounded;
}
