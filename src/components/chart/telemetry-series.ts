import { metricValue, type MetricKey } from '#contract/metrics.ts';
import type { ChartBand, ChartPoint, ChartSeries, ChartSpec } from '#lib/charts/chart-spec.ts';
import { minMaxIndexes } from '#lib/charts/downsample.ts';
import { formatDuration } from '#lib/charts/format-value.ts';
import { deviceStyle } from '#lib/charts/series-style.ts';
import { metricAxis } from './metric-axis.ts';

/** One sample of one GPU (or of the engine or the host, where `gpu_index` is null), with metric columns of the registry. */
export interface TelemetrySample {
  readonly at_unix_ms: number;
  readonly gpu_index: number | null;
  /** What is sampled where it is no GPU: "Engine" unless named. */
  readonly device?: string;
  /** Usual distance of the device's buckets, s, where these are their extremes, which lie unevenly. */
  readonly spacing_s?: number;
}

export interface TelemetryInput {
  readonly title: string;
  readonly samples: readonly TelemetrySample[];
  /** Values there are in all, where the samples were thinned before they came. */
  readonly valueCount?: number | undefined;
  readonly metrics: readonly MetricKey[];
  /** Unix milliseconds of the measured window; time is counted from its start. */
  readonly window: { readonly from: number; readonly to: number } | null;
  readonly vendor?: string | null | undefined;
  /** The stretch that is looked at, in seconds of the axis: it gets as many buckets as the whole. */
  readonly focus?: { readonly from: number; readonly to: number } | undefined;
}

export interface TelemetryPanels {
  /** Thinned for drawing. */
  readonly shown: readonly ChartSpec[];
  /** Every sample, for the CSV. */
  readonly full: readonly ChartSpec[];
}

/** A silence this many times the usual distance of samples is a gap, not a line. */
const GAP_FACTOR = 3;
/** Neighbours looked at for the usual distance; their median settles long before all of 36,000 are. */
const DISTANCES_READ = 1_000;

/** One device's samples of one metric as columns: seconds and values, NaN where there was none. */
interface Track {
  readonly gpu: number | null;
  readonly name: string;
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  /** Indexes of the last sample before each silence, ascending: no line is drawn across it. */
  readonly ends: readonly number[];
}

/** Median distance of neighbours, of some spread over the series where there are many. */
function usualDistance(xs: Float64Array): number {
  const stride = Math.max(1, Math.floor((xs.length - 1) / DISTANCES_READ));
  const distances: number[] = [];
  for (let index = 1; index < xs.length; index += stride)
    distances.push((xs[index] ?? 0) - (xs[index - 1] ?? 0));
  return distances.sort((a, b) => a - b)[Math.floor(distances.length / 2)] ?? Infinity;
}

function silencesOf(xs: Float64Array, spacing: number | undefined): number[] {
  const limit = GAP_FACTOR * (spacing ?? usualDistance(xs));
  const ends: number[] = [];
  for (let index = 1; index < xs.length; index += 1)
    if ((xs[index] ?? 0) - (xs[index - 1] ?? 0) > limit) ends.push(index - 1);
  return ends;
}

/** Samples of each device in order of time. */
function byDevice(samples: readonly TelemetrySample[]): (readonly TelemetrySample[])[] {
  const devices = new Map<number | null, TelemetrySample[]>();
  for (const sample of samples) {
    const known = devices.get(sample.gpu_index);
    if (known) known.push(sample);
    else devices.set(sample.gpu_index, [sample]);
  }
  return [...devices.entries()]
    .sort(([a], [b]) => (a ?? -1) - (b ?? -1))
    .map(([, list]) => {
      const isOrdered = list.every((one, index) => one.at_unix_ms >= (list[index - 1]?.at_unix_ms ?? 0));
      return isOrdered ? list : list.sort((a, b) => a.at_unix_ms - b.at_unix_ms);
    });
}

/** Null where the device has no value of the metric. */
function trackOf(samples: readonly TelemetrySample[], metric: MetricKey, zero: number): Track | null {
  const [xs, ys] = [new Float64Array(samples.length), new Float64Array(samples.length)];
  let [used, valued] = [0, 0];
  let name = 'Engine';
  let spacing: number | undefined;
  for (const sample of samples) {
    // A column that is absent says nothing about this device; a null in it is a gap.
    if (!(metric in sample)) continue;
    if (sample.device !== undefined) name = sample.device;
    if (sample.spacing_s !== undefined) spacing = Math.max(spacing ?? 0, sample.spacing_s);
    const y = metricValue(sample, metric);
    if (y !== null) valued += 1;
    xs[used] = (sample.at_unix_ms - zero) / 1000;
    ys[used] = y ?? NaN;
    used += 1;
  }
  if (valued === 0) return null;
  const times = xs.subarray(0, used);
  const gpu = samples[0]?.gpu_index ?? null;
  return {
    gpu,
    name: gpu === null ? name : `GPU ${gpu}`,
    xs: times,
    ys: ys.subarray(0, used),
    ends: silencesOf(times, spacing),
  };
}

/** Indexes to draw, null for all: thinned before, within and after the stretch that is looked at, each for itself. */
function keptOf({ xs, ys }: Track, buckets: number, focus: TelemetryInput['focus']): number[] | null {
  if (focus === undefined) return minMaxIndexes(xs, ys, buckets);
  const [start, end] = [firstFrom(xs, focus.from), firstFrom(xs, focus.to)];
  // Only seen for a moment, when the stretch is moved.
  const rest = Math.ceil(buckets / 3);
  const part = (from: number, to: number, most: number): number[] => {
    const kept = minMaxIndexes(xs.subarray(from, to), ys.subarray(from, to), most);
    return kept === null
      ? Array.from({ length: to - from }, (_, index) => from + index)
      : kept.map((index) => from + index);
  };
  return [...part(0, start, rest), ...part(start, end, buckets), ...part(end, xs.length, rest)];
}

/** Index of the first sample at `time` or later. */
function firstFrom(xs: Float64Array, time: number): number {
  const found = xs.findIndex((x) => x >= time);
  return found < 0 ? xs.length : found;
}

/** Points of a track: those at `kept`, else all. Thinning may drop the one before a silence; the last kept before it then carries the mark. */
function pointsOf({ xs, ys, ends }: Track, kept: readonly number[] | null, isNamed: boolean): ChartPoint[] {
  const count = kept?.length ?? xs.length;
  let end = 0;
  return Array.from({ length: count }, (_, place): ChartPoint => {
    const index = kept ? (kept[place] ?? 0) : place;
    const next = kept ? (kept[place + 1] ?? xs.length) : place + 1;
    while ((ends[end] ?? Infinity) < index) end += 1;
    const [x, y] = [xs[index] ?? 0, ys[index] ?? NaN];
    return {
      x,
      y: Number.isNaN(y) ? null : y,
      // Names cost more than thinning, so only drawn points get one.
      label: isNamed ? formatDuration(x) : '',
      ...((ends[end] ?? Infinity) < next && { lineEnds: true }),
    };
  });
}

function seriesOf(
  track: Track,
  vendor: TelemetryInput['vendor'],
  points: readonly ChartPoint[],
): ChartSeries {
  const { gpu, name } = track;
  return {
    id: gpu === null ? name.toLowerCase() : `gpu-${gpu}`,
    name,
    style: gpu === null ? deviceStyle(2, null) : deviceStyle(gpu, vendor),
    points,
  };
}

/** The same with every point, made when first read: only a CSV ever does. */
function fullSeriesOf(track: Track, vendor: TelemetryInput['vendor']): ChartSeries {
  let points: ChartPoint[] | undefined;
  return {
    ...seriesOf(track, vendor, []),
    get points() {
      return (points ??= pointsOf(track, null, false));
    },
  };
}

/** Small multiples of telemetry, one a metric that has values, thinned to `buckets` minima and maxima per series. */
export function toTelemetryPanels(input: TelemetryInput, buckets: number): TelemetryPanels {
  const { title, samples, metrics, window, vendor } = input;
  const first = samples.reduce((min, sample) => Math.min(min, sample.at_unix_ms), Infinity);
  const last = samples.reduce((max, sample) => Math.max(max, sample.at_unix_ms), -Infinity);
  const zero = window?.from ?? first;
  const inSeconds = (unixMs: number): number => (unixMs - zero) / 1000;
  const bands: ChartBand[] = window
    ? [{ from: inSeconds(window.from), to: inSeconds(window.to), label: 'measured window' }]
    : [];
  const devices = byDevice(samples);
  const domain = samples.length > 0 ? ([inSeconds(first), inSeconds(last)] as const) : undefined;
  const panelOf = (metric: MetricKey, series: readonly ChartSeries[]): ChartSpec => ({
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
    series,
    bands,
  });
  const [shown, full]: [ChartSpec[], ChartSpec[]] = [[], []];
  let [all, drawn] = [0, 0];
  for (const metric of metrics) {
    const tracks = devices.flatMap((device) => trackOf(device, metric, zero) ?? []);
    if (tracks.length === 0) continue;
    const thinned = tracks.map((track) => {
      const points = pointsOf(track, keptOf(track, buckets, input.focus), true);
      all += track.xs.length;
      drawn += points.length;
      return seriesOf(track, vendor, points);
    });
    shown.push(panelOf(metric, thinned));
    full.push(
      panelOf(
        metric,
        tracks.map((track) => fullSeriesOf(track, vendor)),
      ),
    );
  }
  const total = Math.max(all, input.valueCount ?? 0);
  const notes =
    drawn < total
      ? [
          `showing ${drawn.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} samples (min/max per bucket); ${all < total ? 'the CSV has the extremes that were read' : 'the CSV has all'}`,
        ]
      : [];
  return { shown: shown.map((spec) => ({ ...spec, notes })), full };
}
