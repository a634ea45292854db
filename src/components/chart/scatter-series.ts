import { METRICS, metricValue, type MetricKey } from '#contract/metrics.ts';
import type { ChartPoint, ChartReference, ChartSeries, ChartSpec } from '#lib/charts/chart-spec.ts';
import { frontOf, orderOf } from '#lib/charts/pareto.ts';
import { seriesStyles } from '#lib/charts/series-style.ts';
import { DENSE_FROM } from './dense/cloud.ts';
import { metricAxis } from './metric-axis.ts';
import { jobHref } from './point-link.ts';
import type { MetricSeries } from './metric-series.ts';

export interface ScatterInput {
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly x: MetricKey;
  readonly y: MetricKey;
  readonly series: readonly MetricSeries[];
  /** Says what a point is beside its series: "TP8, concurrency 64". */
  readonly labelOf: (row: object) => string;
  readonly hidesDominated?: boolean | undefined;
  readonly references?: readonly ChartReference[] | undefined;
  /** The interval of a row's y; null where it has none. */
  readonly intervalOf?: ((row: object) => Ends | null) | undefined;
}

interface Ends {
  readonly lower: number | null;
  readonly upper: number | null;
}

/**
 * The spec of one metric against another. Where both have a better direction, each series' Pareto front is joined
 * and the rest faded or, if asked, hidden with a count.
 */
export function toScatterSpec({
  title,
  subtitle,
  x,
  y,
  series,
  labelOf,
  hidesDominated = false,
  references,
  intervalOf,
}: ScatterInput): ChartSpec {
  const styles = seriesStyles(series);
  const rows = series.reduce((sum, entry) => sum + entry.rows.length, 0);
  // Among so many points only those of a front keep theirs: whiskers are paths, and would hide the points.
  const isFew = rows < DENSE_FROM;
  const better = { x: METRICS[x].better, y: METRICS[y].better };
  let dominated = 0;
  const clouds = series.flatMap((entry): ChartSeries[] => {
    const style = styles.get(entry.id);
    if (!style) return [];
    const [allX, allY] = [new Float64Array(entry.rows.length), new Float64Array(entry.rows.length)];
    const placed: object[] = [];
    for (const row of entry.rows) {
      const px = metricValue(row, x);
      const py = metricValue(row, y);
      if (px === null || py === null) continue;
      allX[placed.length] = px;
      allY[placed.length] = py;
      placed.push(row);
    }
    const [xs, ys] = [allX.subarray(0, placed.length), allY.subarray(0, placed.length)];
    const order = orderOf(xs);
    const front =
      better.x === 'none' || better.y === 'none'
        ? null
        : frontOf(order, xs, ys, { x: better.x, y: better.y });
    const points: ChartPoint[] = [];
    // Written out, as there may be ten thousand: copying objects costs more than drawing them.
    for (let place = 0; place < order.length; place += 1) {
      const index = order[place] ?? 0;
      const isFaded = front !== null && front[index] === 0;
      if (isFaded) dominated += 1;
      if (isFaded && hidesDominated) continue;
      const row = placed[index] ?? {};
      const ends = isFew || front?.[index] === 1 ? intervalOf?.(row) : null;
      points.push({
        x: xs[index] ?? 0,
        y: ys[index] ?? null,
        label: labelOf(row),
        href: jobHref(row),
        muted: isFaded ? true : undefined,
        lo: ends?.lower,
        hi: ends?.upper,
      });
    }
    return [{ id: entry.id, name: entry.name, style, points }];
  });
  const placed =
    clouds.reduce((sum, { points }) => sum + points.length, 0) + (hidesDominated ? dominated : 0);
  return {
    title,
    subtitle,
    kind: 'scatter',
    x: metricAxis(x),
    y: metricAxis(y),
    series: clouds,
    references,
    joinFront: better.x !== 'none' && better.y !== 'none',
    notes: [
      ...(dominated > 0 ? [`${dominated} dominated ${hidesDominated ? 'hidden' : 'faded'}`] : []),
      ...(intervalOf !== undefined && !isFew ? ['intervals of the fronts alone, among so many points'] : []),
      ...(rows > placed ? [`${rows - placed} without both values left out`] : []),
    ],
  };
}
