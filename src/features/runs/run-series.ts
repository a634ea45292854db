import { METRICS, metricValue, type MetricKey } from '#contract/metrics.ts';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import type { ChartSpec } from '#lib/charts/chart-spec.ts';
import { stableHash } from '#lib/charts/series-style.ts';
import { leadingPlateau } from '#lib/compare/plateau.ts';
import { isOnCurve, jobNotes, latencyNotes, toJobSeries } from '#src/components/chart/job-series.ts';
import { shapeText } from '#src/components/chart/job-text.ts';
import { toLineSpec, type MetricSeries } from '#src/components/chart/metric-series.ts';

/** In order of preference: the first with values is drawn unless another is chosen. */
export const THROUGHPUT_METRICS = [
  'tokens_per_sec_per_gpu',
  'tokens_per_sec',
  'requests_per_sec',
  'tokens_per_sec_per_user',
] as const satisfies readonly MetricKey[];
export const LATENCY_METRICS = [
  'ttft_p99_ms',
  'ttft_p50_ms',
  'ttft_mean_ms',
  'tpot_p99_ms',
  'tpot_p50_ms',
  'tpot_mean_ms',
  'e2e_p99_ms',
  'e2e_p50_ms',
  'e2e_mean_ms',
] as const satisfies readonly MetricKey[];

/** Lines drawn unless more are asked for. */
const FEW_SERIES = 8;

/** Those of `keys` that at least one row has a value of. */
export function metricsWithValues(rows: readonly object[], keys: readonly MetricKey[]): MetricKey[] {
  return keys.filter((key) => rows.some((row) => metricValue(row, key) !== null));
}

/** The chosen metric if it has values, else the first of those with the most values; null when none has any. */
export function chooseMetric(
  chosen: string,
  available: readonly MetricKey[],
  rows: readonly object[],
): MetricKey | null {
  const counts = available.map((key) => rows.filter((row) => metricValue(row, key) !== null).length);
  return available.find((key) => key === chosen) ?? available[counts.indexOf(Math.max(...counts))] ?? null;
}

export interface ShapeChoice {
  /** "1024x1024", as it stands in the URL. */
  readonly key: string;
  readonly label: string;
  readonly count: number;
}

const shapeKey = (job: Pick<RunJobWithParams, 'input_sequence_length' | 'output_sequence_length'>) =>
  `${job.input_sequence_length ?? ''}x${job.output_sequence_length ?? ''}`;

/** The shapes of the jobs that stand on curves, most jobs first. */
export function shapesOf(rows: readonly RunJobWithParams[]): ShapeChoice[] {
  const counts = new Map<string, ShapeChoice>();
  for (const row of rows.filter(hasPlace)) {
    const key = shapeKey(row);
    const label = shapeText(row) ?? 'lengths not given';
    counts.set(key, { key, label, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}

const hasPlace = (row: RunJobWithParams) => isOnCurve(row) && row.concurrency !== null;

export const ALL_SHAPES = 'all';

/** The shape to show for what the URL says: its own, else all while they make few lines, else the commonest. */
export function chooseShape(
  chosen: string,
  shapes: readonly ShapeChoice[],
  rows: readonly RunJobWithParams[],
): string {
  if (chosen === ALL_SHAPES || shapes.some(({ key }) => key === chosen)) return chosen;
  const isFew = shapes.length < 2 || toJobSeries(rows.filter(hasPlace)).length <= FEW_SERIES;
  return isFew ? ALL_SHAPES : (shapes[0]?.key ?? ALL_SHAPES);
}

/** Short name of a series for the URL; the same for the same series in every run. */
export function seriesToken(series: Pick<MetricSeries, 'id'>): string {
  return stableHash(series.id).toString(36);
}

export interface RunChart {
  readonly series: readonly MetricSeries[];
  /** Throughput over latency, sharing x; empty when no job has a concurrency. */
  readonly panels: readonly ChartSpec[];
}

interface RunChartOptions {
  title: string;
  throughput: MetricKey | null;
  latency: MetricKey | null;
  /** Key of the one shape shown, or `ALL_SHAPES`. */
  shape: string;
}

/** A run's completed jobs as two charts over concurrency, one line for each GPU, framework, precision, config and shape. */
export function toRunChart(rows: readonly RunJobWithParams[], options: RunChartOptions): RunChart {
  const { title, shape } = options;
  const inShape = rows.filter((row) => shape === ALL_SHAPES || shapeKey(row) === shape);
  const series = toJobSeries(inShape.filter(hasPlace));
  if (series.length === 0) return { series, panels: [] };
  const unplaced = inShape.filter((row) => isOnCurve(row) && row.concurrency === null).length;
  const notes = [
    ...jobNotes(inShape),
    ...(options.latency === null ? [] : latencyNotes(inShape)),
    ...(unplaced > 0 ? [`${unplaced} without a concurrency left out`] : []),
  ];
  const panels = [options.throughput, options.latency].flatMap((metric, index, both) => {
    if (metric === null) return [];
    const spec = toLineSpec({ title, metric, series });
    const isLast = both.slice(index + 1).every((next) => next === null);
    return [isLast ? { ...spec, notes: [...(spec.notes ?? []), ...notes] } : spec];
  });
  return { series, panels };
}

/** Marks on the upper chart the highest point of what is visible, and notes where its curve stops rising; as it was where lower is better. */
export function markPlateau(
  { series, panels }: RunChart,
  metric: MetricKey | null,
  hidden: ReadonlySet<string>,
): readonly ChartSpec[] {
  const [upper] = panels;
  if (metric === null || upper === undefined || METRICS[metric].better !== 'higher') return panels;
  const leading = leadingPlateau(
    series.flatMap(({ id, name, rows }) =>
      hidden.has(id)
        ? []
        : [
            {
              name,
              points: rows.flatMap((row) => {
                const [x, y] = [metricValue(row, 'concurrency'), metricValue(row, metric)];
                return x === null || y === null ? [] : [{ x, y }];
              }),
            },
          ],
    ),
  );
  if (leading === null) return panels;
  return panels.map((spec, index) => ({
    ...spec,
    ...(index === 0 && {
      references: [...(spec.references ?? []), { axis: 'y' as const, value: leading.peak, label: 'peak' }],
    }),
    ...(index === panels.length - 1 && { notes: [...(spec.notes ?? []), leading.note] }),
  }));
}

/**
 * Ids of the series that start hidden: with many, all but the few with the best value of `metric`, so that the
 * first picture can be read. `shown` are tokens from the URL, which decide when there are any.
 */
export function hiddenSeries(
  series: readonly MetricSeries[],
  shown: readonly string[],
  metric: MetricKey | null,
): ReadonlySet<string> {
  if (shown.includes('all')) return new Set();
  if (shown.length > 0) {
    return new Set(series.filter((one) => !shown.includes(seriesToken(one))).map(({ id }) => id));
  }
  if (series.length <= FEW_SERIES) return new Set();
  const ranked = [...series].sort((a, b) => bestOf(b, metric) - bestOf(a, metric));
  return new Set(ranked.slice(FEW_SERIES).map(({ id }) => id));
}

/** The opposite of `hiddenSeries`: what stands in the URL for a set of hidden series. */
export function shownTokens(series: readonly MetricSeries[], hidden: ReadonlySet<string>): string[] {
  const shown = series.filter(({ id }) => !hidden.has(id));
  // An empty list would mean the usual few.
  if (shown.length === 0) return ['none'];
  return shown.length === series.length ? ['all'] : shown.map(seriesToken);
}

/** The best value of a metric in a series, so that more is better; without values last. */
function bestOf(series: MetricSeries, metric: MetricKey | null): number {
  if (metric === null) return 0;
  const sign = METRICS[metric].better === 'lower' ? -1 : 1;
  return Math.max(
    -Infinity,
    ...series.rows.flatMap((row) => {
      const value = metricValue(row, metric);
      return value === null ? [] : [sign * value];
    }),
  );
}
