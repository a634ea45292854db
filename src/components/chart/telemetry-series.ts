import { metricValue, type MetricKey } from '#contract/metrics.ts';
import type { ChartBand, ChartPoint, ChartSeries, ChartSpec } from '#lib/charts/chart-spec.ts';
import { minMaxPerBucket } from '#lib/charts/downsample.ts';
import { formatDuration } from '#lib/charts/format-value.ts';
import { deviceStyle } from '#lib/charts/series-style.ts';
import { metricAxis } from './metric-axis.ts';

/** One sample of one GPU (or of the engine or the host, where `gpu_index` is null), with metric columns of the registry. */
export interface TelemetrySample {
  readonly at_unix_ms: number;
  readonly gpu_index: number | null;
  /** What is sampled where it is no GPU: "Engine" unless named. */
  readonly device?: string;
}

export interface TelemetryInput {
  readonly title: string;
  readonly samples: readonly TelemetrySample[];
  readonly metrics: readonly MetricKey[];
  /** Unix milliseconds of the measured window; time is counted from its start. */
  readonly window: { readonly from: number; readonly to: number } | null;
  readonly vendor?: string | null | undefined;
}

export interface TelemetryPanels {
  /** Thinned for drawing. */
  readonly shown: readonly ChartSpec[];
  /** Every sample, for the CSV. */
  readonly full: readonly ChartSpec[];
}

/** A silence this many times the usual distance of samples is a gap, not a line. */
const GAP_FACTOR = 3;

function usualDistance(points: readonly ChartPoint[]): number {
  const distances = points.slice(1).map((point, index) => point.x - (points[index]?.x ?? 0));
  return distances.sort((a, b) => a - b)[Math.floor(distances.length / 2)] ?? Infinity;
}

/** Marks the last point before each silence so that no line is drawn across it. */
function markSilences(points: readonly ChartPoint[]): ChartPoint[] {
  const limit = GAP_FACTOR * usualDistance(points);
  return points.map((point, index) => {
    const next = points[index + 1];
    return next && next.x - point.x > limit ? { ...point, lineEnds: true } : point;
  });
}

/**
 * Thins a series and names its points; names cost more than thinning, so only drawn points get one. Thinning may
 * drop the point before a silence; the last one kept before it then carries the mark.
 */
function thin(points: readonly ChartPoint[], buckets: number): ChartPoint[] {
  const kept = minMaxPerBucket(points, buckets);
  const ends = points.filter(({ lineEnds }) => lineEnds === true).map(({ x }) => x);
  return kept.map((point, index) => {
    const nextX = kept[index + 1]?.x ?? Infinity;
    const lineEnds = ends.some((end) => end >= point.x && end < nextX);
    return { ...point, label: formatDuration(point.x), ...(lineEnds && { lineEnds }) };
  });
}

function seriesOf({ samples, vendor }: TelemetryInput, metric: MetricKey, zero: number): ChartSeries[] {
  const byDevice = new Map<number | null, ChartPoint[]>();
  let other = 'Engine';
  for (const sample of samples) {
    // A column that is absent says nothing about this device; a null in it is a gap.
    if (!(metric in sample)) continue;
    if (sample.device !== undefined) other = sample.device;
    const x = (sample.at_unix_ms - zero) / 1000;
    const point = { x, y: metricValue(sample, metric), label: '' };
    const points = byDevice.get(sample.gpu_index);
    if (points) points.push(point);
    else byDevice.set(sample.gpu_index, [point]);
  }
  return [...byDevice.entries()]
    .filter(([, points]) => points.some(({ y }) => y !== null))
    .sort(([a], [b]) => (a ?? -1) - (b ?? -1))
    .map(([gpu, points]) => ({
      id: gpu === null ? other.toLowerCase() : `gpu-${gpu}`,
      name: gpu === null ? other : `GPU ${gpu}`,
      style: gpu === null ? deviceStyle(2, null) : deviceStyle(gpu, vendor),
      points: markSilences(points.sort((a, b) => a.x - b.x)),
    }));
}

const count = (panels: readonly ChartSpec[]): number =>
  panels.reduce(
    (sum, { series }) => sum + series.reduce((points, entry) => points + entry.points.length, 0),
    0,
  );

/** Small multiples of telemetry, one a metric that has values, thinned to `buckets` minima and maxima per series. */
export function toTelemetryPanels(input: TelemetryInput, buckets: number): TelemetryPanels {
  const { title, samples, metrics, window } = input;
  const first = samples.reduce((min, sample) => Math.min(min, sample.at_unix_ms), Infinity);
  const last = samples.reduce((max, sample) => Math.max(max, sample.at_unix_ms), -Infinity);
  const zero = window?.from ?? first;
  const inSeconds = (unixMs: number): number => (unixMs - zero) / 1000;
  const bands: ChartBand[] = window
    ? [{ from: inSeconds(window.from), to: inSeconds(window.to), label: 'measured window' }]
    : [];
  const domain = samples.length > 0 ? ([inSeconds(first), inSeconds(last)] as const) : undefined;
  const panels = metrics.map((metric): ChartSpec => ({
    title,
    kind: 'line',
    markers: 'none',
    x: {
      key: 'elapsed_s',
      label: window ? 'Time from the start of the window (m:ss)' : 'Elapsed (m:ss)',
      unit: '',
      scale: 'duration',
      domain,
    },
    y: metricAxis(metric, 'linear', metric.endsWith('_pct') ? [0, 100] : undefined),
    series: seriesOf(input, metric, zero),
    bands,
  }));
  const full = panels.filter(({ series }) => series.length > 0);
  const thinned = full.map((spec) => ({
    ...spec,
    series: spec.series.map((entry) => ({ ...entry, points: thin(entry.points, buckets) })),
  }));
  const [all, kept] = [count(full), count(thinned)];
  const notes =
    kept < all
      ? [
          `showing ${kept.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} samples (min/max per bucket); the CSV has all`,
        ]
      : [];
  return { shown: thinned.map((spec) => ({ ...spec, notes })), full };
}
