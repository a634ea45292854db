import { metricValue, type MetricKey } from '#contract/metrics.ts';
import type { ChartBand, ChartPoint, ChartSeries, ChartSpec } from '#lib/charts/chart-spec.ts';
import { minMaxIndexes } from '#lib/charts/downsample.ts';
import { formatDuration } from '#lib/charts/format-value.ts';
import { deviceStyle } from '#lib/charts/series-style.ts';
import { grouped } from '#lib/grouped.ts';
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

/** Room for the columns of the device with the most samples: read by one track after another, as a new one each costs. */
interface Columns {
  readonly xs: Float64Array;
  readonly ys: Float64Array;
}

/** One device's samples of one metric as columns: seconds and values, NaN where there was none. */
interface Track extends Columns {
  readonly gpu: number | null;
  readonly name: string;
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

/** Places of each device's samples in order of time, the devices in order of GPU, what is no GPU first. */
function byDevice(samples: readonly TelemetrySample[]): Uint32Array[] {
  const slotOf = ({ gpu_index: gpu }: TelemetrySample) => (gpu ?? -1) + 1;
  // By slot: whole numbers that are keys of an object come in their order.
  const counts: Record<number, number> = {};
  for (const sample of samples) counts[slotOf(sample)] = (counts[slotOf(sample)] ?? 0) + 1;
  const devices: Record<string, { places: Uint32Array; used: number; until: number }> = {};
  for (const [slot, count] of Object.entries(counts))
    devices[slot] = { places: new Uint32Array(count), used: 0, until: -Infinity };
  const unordered = new Set<Uint32Array>();
  samples.forEach((sample, place) => {
    const device = devices[slotOf(sample)];
    if (device === undefined) return;
    if (sample.at_unix_ms < device.until) unordered.add(device.places);
    device.places[device.used] = place;
    device.used += 1;
    device.until = sample.at_unix_ms;
  });
  const timeOf = (place: number): number => samples[place]?.at_unix_ms ?? 0;
  for (const places of unordered) places.sort((a, b) => timeOf(a) - timeOf(b) || a - b);
  return Object.values(devices).map(({ places }) => places);
}

const columnsFor = (devices: readonly Uint32Array[]): Columns => {
  const most = Math.max(0, ...devices.map(({ length }) => length));
  return { xs: new Float64Array(most), ys: new Float64Array(most) };
};

/** Reads a device's samples of a metric into `columns`; null where it has no value of it. */
function trackOf(
  samples: readonly TelemetrySample[],
  places: Uint32Array,
  metric: MetricKey,
  zero: number,
  { xs, ys }: Columns,
): Track | null {
  let [used, valued] = [0, 0];
  let name = 'Engine';
  let spacing: number | undefined;
  for (const place of places) {
    const sample = samples[place];
    if (sample === undefined) continue;
    const y = metricValue(sample, metric);
    // A column that is absent says nothing about this device; a null in it is a gap.
    if (y !== null) valued += 1;
    else if (!(metric in sample)) continue;
    if (sample.device !== undefined) name = sample.device;
    if (sample.spacing_s !== undefined) spacing = Math.max(spacing ?? 0, sample.spacing_s);
    xs[used] = (sample.at_unix_ms - zero) / 1000;
    ys[used] = y ?? NaN;
    used += 1;
  }
  if (valued === 0) return null;
  const times = xs.subarray(0, used);
  const gpu = samples[places[0] ?? 0]?.gpu_index ?? null;
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
  { gpu, name }: Pick<Track, 'gpu' | 'name'>,
  vendor: TelemetryInput['vendor'],
  points: readonly ChartPoint[],
): ChartSeries {
  return {
    id: gpu === null ? name.toLowerCase() : `gpu-${gpu}`,
    name,
    style: gpu === null ? deviceStyle(2, null) : deviceStyle(gpu, vendor),
    points,
  };
}

/** The same with every point, read when first asked for: only a CSV ever does. */
function fullSeriesOf(thinned: ChartSeries, track: () => Track | null): ChartSeries {
  let points: ChartPoint[] | undefined;
  return {
    ...thinned,
    get points() {
      const whole = points ? null : track();
      return (points ??= whole ? pointsOf(whole, null, false) : []);
    },
  };
}

/** Small multiples of telemetry, one a metric that has values, thinned to `buckets` minima and maxima per series. */
export function toTelemetryPanels(input: TelemetryInput, buckets: number): TelemetryPanels {
  const { title, samples, metrics, window, vendor } = input;
  const devices = byDevice(samples);
  const timesAt = (end: 0 | -1) => devices.map((places) => samples[places.at(end) ?? 0]?.at_unix_ms ?? 0);
  const [first, last] = [Math.min(...timesAt(0)), Math.max(...timesAt(-1))];
  const zero = window?.from ?? first;
  const inSeconds = (unixMs: number): number => (unixMs - zero) / 1000;
  const bands: ChartBand[] = window
    ? [{ from: inSeconds(window.from), to: inSeconds(window.to), label: 'measured window' }]
    : [];
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
  const columns = columnsFor(devices);
  let [all, drawn] = [0, 0];
  for (const metric of metrics) {
    const [thinned, whole]: [ChartSeries[], ChartSeries[]] = [[], []];
    for (const places of devices) {
      const track = trackOf(samples, places, metric, zero, columns);
      if (track === null) continue;
      const points = pointsOf(track, keptOf(track, buckets, input.focus), true);
      all += track.xs.length;
      drawn += points.length;
      const series = seriesOf(track, vendor, points);
      thinned.push(series);
      whole.push(fullSeriesOf(series, () => trackOf(samples, places, metric, zero, columnsFor([places]))));
    }
    if (thinned.length === 0) continue;
    shown.push(panelOf(metric, thinned));
    full.push(panelOf(metric, whole));
  }
  const total = Math.max(all, input.valueCount ?? 0);
  const notes =
    drawn < total
      ? [
          `showing ${grouped(drawn)} of ${grouped(total)} samples (min/max per bucket); ${all < total ? 'the CSV has the extremes that were read' : 'the CSV has all'}`,
        ]
      : [];
  return { shown: shown.map((spec) => ({ ...spec, notes })), full };
}
