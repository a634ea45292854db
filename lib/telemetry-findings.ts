import { grouped } from '#lib/grouped.ts';

/** A sample of one GPU at a time in seconds; null is a gap. Per cent, W, °C, MHz, GB. */
export interface GpuSample {
  readonly at: number;
  readonly gpu: number;
  readonly utilPct: number | null;
  readonly powerW: number | null;
  readonly powerLimitW: number | null;
  readonly temperatureC: number | null;
  readonly clockMhz: number | null;
  readonly memoryUsedGb: number | null;
  readonly memoryTotalGb: number | null;
}

/** A sample of the engine: requests waiting at a time in seconds. */
export interface EngineSample {
  readonly at: number;
  readonly waiting: number | null;
}

export type FindingKind =
  'throttling' | 'power_limit' | 'idle_gpu' | 'imbalance' | 'memory_full' | 'queue_growth' | 'gap';

/** Something in a job's telemetry that a reader of its figures should know, with the rule and the numbers behind it. */
export interface Finding {
  readonly kind: FindingKind;
  readonly severity: 'warn' | 'info';
  /** One sentence with the numbers. */
  readonly text: string;
  /** The rule that found it. */
  readonly rule: string;
  /** Where it shows, seconds on the axis of the samples. */
  readonly from: number;
  readonly to: number;
}

/** Clock below this share of the GPU's own usual clock counts as throttled [our choice]. */
const THROTTLED_SHARE = 0.9;
/** Busy from this utilisation on, idle below that, per cent [our choice]. */
const [BUSY_PCT, IDLE_PCT] = [50, 5];
/** Means of utilisation this far apart, percentage points, are an imbalance [our choice]. */
const IMBALANCE_POINTS = 15;
/** Power from this share of its limit counts as at the limit, memory from this share as full [our choice]. */
const [LIMIT_SHARE, FULL_SHARE] = [0.98, 0.97];
/** A state shorter than this many seconds is not reported [our choice]. */
const LEAST_S = 5;
/** A silence longer than this, s, is not bridged by energy (core.summarize_telemetry uses the same). */
const GAP_S = 3;

const whole = (value: number): string => grouped(Math.round(value));

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

function medianOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * The longest unbroken stretch in which `holds`; null below the least time. `spacingS` is the width of a bucket where
 * samples are means of buckets: a bucket lasts that long, and neighbours are that far apart.
 */
function longestStretch<S extends { readonly at: number }>(
  samples: readonly S[],
  spacingS: number,
  holds: (sample: S) => boolean,
): Stretch | null {
  const bridged = Math.max(GAP_S, 2 * spacingS);
  let best: Stretch | null = null;
  let from: number | null = null;
  let last = 0;
  for (const sample of samples) {
    if (holds(sample) && (from === null || sample.at - last <= bridged)) {
      from ??= sample.at;
      const to = sample.at + spacingS;
      if (best === null || to - from > best.to - best.from) best = { from, to };
    } else from = holds(sample) ? sample.at : null;
    last = sample.at;
  }
  return best !== null && best.to - best.from >= LEAST_S ? best : null;
}

/** How far samples stand for more than a moment. */
interface SampleSpacing {
  /** Width of a bucket, s, where samples are means of buckets; 0 where each is a moment. */
  readonly spacingS?: number;
  /** The longest silence of each GPU, where means of buckets hide it. */
  readonly silences?: ReadonlyMap<number, Stretch>;
}

/**
 * What the samples within `window` (seconds; the measured window) show beside their averages: throttled clocks, power at its limit, idle or
 * unevenly used GPUs, full memory, a growing queue, silences. Most serious first. Thresholds are ours and stated in each rule.
 */
export function telemetryFindings(
  gpuSamples: readonly GpuSample[],
  engineSamples: readonly EngineSample[],
  window: { readonly from: number; readonly to: number },
  { spacingS = 0, silences }: SampleSpacing = {},
): Finding[] {
  const inWindow = <S extends { readonly at: number }>(samples: readonly S[]): S[] =>
    samples.filter(({ at }) => at >= window.from && at <= window.to).sort((a, b) => a.at - b.at);
  const byGpu = new Map<number, GpuSample[]>();
  for (const sample of inWindow(gpuSamples)) {
    const list = byGpu.get(sample.gpu);
    if (list === undefined) byGpu.set(sample.gpu, [sample]);
    else list.push(sample);
  }
  const gpus = [...byGpu.entries()].sort(([a], [b]) => a - b);
  const found = gpus.flatMap(([gpu, samples]) => [
    ...throttling(gpu, samples, spacingS),
    ...powerLimit(gpu, samples, spacingS),
    ...fullMemory(gpu, samples),
  ]);
  const silent = gpus.flatMap(([gpu, samples]) => {
    const silence = silences === undefined ? longestSilence(samples) : silences.get(gpu);
    return silence != null && silence.to - silence.from > GAP_S ? [{ gpu, ...silence }] : [];
  });
  const all = [
    ...found,
    ...gaps(silent),
    ...unevenUse(gpus, window),
    ...queueGrowth(inWindow(engineSamples)),
  ];
  return all.sort((a, b) => Number(a.severity === 'info') - Number(b.severity === 'info') || a.from - b.from);
}

function throttling(gpu: number, samples: readonly GpuSample[], spacingS: number): Finding[] {
  const usual = medianOf(
    samples.flatMap(({ clockMhz, utilPct }) =>
      clockMhz !== null && (utilPct ?? 0) >= BUSY_PCT ? [clockMhz] : [],
    ),
  );
  if (usual === null) return [];
  const isSlow = ({ clockMhz, utilPct }: GpuSample): boolean =>
    clockMhz !== null && (utilPct ?? 0) >= BUSY_PCT && clockMhz < THROTTLED_SHARE * usual;
  const stretch = longestStretch(samples, spacingS, isSlow);
  if (stretch === null) return [];
  const during = samples.filter(({ at }) => at >= stretch.from && at <= stretch.to - spacingS);
  const clock = meanOf(during.map(({ clockMhz }) => clockMhz)) ?? 0;
  const temperature = meanOf(during.map(({ temperatureC }) => temperatureC));
  return [
    {
      kind: 'throttling',
      severity: 'warn',
      text: `GPU ${gpu} ran at ${whole(clock)} MHz for ${whole(stretch.to - stretch.from)} s, ${whole((1 - clock / usual) * 100)} % below its usual ${whole(usual)} MHz${temperature === null ? '' : `, at ${whole(temperature)} °C`}.`,
      rule: `SM clock under ${THROTTLED_SHARE * 100} % of the GPU's median clock while it is at least ${BUSY_PCT} % busy, for ${LEAST_S} s or more`,
      ...stretch,
    },
  ];
}

function powerLimit(gpu: number, samples: readonly GpuSample[], spacingS: number): Finding[] {
  const isAtLimit = ({ powerW, powerLimitW }: GpuSample): boolean =>
    powerW !== null && powerLimitW !== null && powerW >= LIMIT_SHARE * powerLimitW;
  const stretch = longestStretch(samples, spacingS, isAtLimit);
  const limit = samples.find(({ powerLimitW }) => powerLimitW !== null)?.powerLimitW;
  if (stretch === null || limit === null || limit === undefined) return [];
  return [
    {
      kind: 'power_limit',
      severity: 'info',
      text: `GPU ${gpu} drew its limit of ${whole(limit)} W for ${whole(stretch.to - stretch.from)} s: a higher limit might be faster.`,
      rule: `power at ${LIMIT_SHARE * 100} % of the limit or more, for ${LEAST_S} s or more`,
      ...stretch,
    },
  ];
}

function fullMemory(gpu: number, samples: readonly GpuSample[]): Finding[] {
  const fullest = samples.reduce<{ at: number; share: number } | null>((best, sample) => {
    const { memoryUsedGb: used, memoryTotalGb: total } = sample;
    const share = used === null || total === null || total <= 0 ? 0 : used / total;
    return best === null || share > best.share ? { at: sample.at, share } : best;
  }, null);
  if (fullest === null || fullest.share < FULL_SHARE) return [];
  return [
    {
      kind: 'memory_full',
      severity: 'info',
      text: `GPU ${gpu} used ${(fullest.share * 100).toFixed(1)} % of its memory.`,
      rule: `memory used at ${FULL_SHARE * 100} % of the total or more`,
      from: fullest.at,
      to: fullest.at,
    },
  ];
}

function longestSilence(samples: readonly GpuSample[]): Stretch | null {
  return samples.slice(1).reduce<Stretch | null>((best, sample, index) => {
    const from = samples[index]?.at ?? sample.at;
    return best === null || sample.at - from > best.to - best.from ? { from, to: sample.at } : best;
  }, null);
}

interface Silence extends Stretch {
  readonly gpu: number;
}

/** One finding a silence: GPUs of a machine are sampled together, and fall silent together. */
function gaps(silences: readonly Silence[]): Finding[] {
  const groups: Silence[][] = [];
  for (const silence of silences) {
    const same = groups.find(
      ([first]) =>
        first !== undefined &&
        Math.abs(first.from - silence.from) <= 1 &&
        Math.abs(first.to - silence.to) <= 1,
    );
    if (same === undefined) groups.push([silence]);
    else same.push(silence);
  }
  return groups.map((group): Finding => {
    const from = group.reduce((least, one) => Math.min(least, one.from), Infinity);
    const to = group.reduce((most, one) => Math.max(most, one.to), -Infinity);
    return {
      kind: 'gap',
      severity: 'info',
      text: `GPU ${group.map(({ gpu }) => gpu).join(', ')} ${group.length === 1 ? 'has' : 'have'} no sample for ${(to - from).toFixed(1)} s; energy is not counted across such a silence.`,
      rule: `more than ${GAP_S} s between two samples`,
      from,
      to,
    };
  });
}

function unevenUse(gpus: readonly (readonly [number, readonly GpuSample[]])[], window: Stretch): Finding[] {
  const means = gpus.flatMap(([gpu, samples]) => {
    const mean = meanOf(samples.map(({ utilPct }) => utilPct));
    return mean === null ? [] : [{ gpu, mean }];
  });
  const busiest = means.reduce((best, one) => Math.max(best, one.mean), -Infinity);
  const laziest = means.reduce((best, one) => Math.min(best, one.mean), Infinity);
  if (means.length < 2) return [];
  const idle = busiest >= BUSY_PCT ? means.filter(({ mean }) => mean < IDLE_PCT) : [];
  const { from, to } = window;
  if (idle.length > 0)
    return [
      {
        kind: 'idle_gpu',
        severity: 'warn',
        text: `GPU ${idle.map(({ gpu }) => gpu).join(', ')} idled at ${idle.map(({ mean }) => mean.toFixed(1)).join(', ')} % while others were up to ${whole(busiest)} % busy: figures per GPU count ${idle.length === 1 ? 'it' : 'them'} all the same.`,
        rule: `mean utilisation under ${IDLE_PCT} % while another GPU has ${BUSY_PCT} % or more`,
        from,
        to,
      },
    ];
  if (busiest - laziest < IMBALANCE_POINTS) return [];
  return [
    {
      kind: 'imbalance',
      severity: 'warn',
      text: `Mean utilisation differs by ${whole(busiest - laziest)} points between GPUs (${whole(laziest)} to ${whole(busiest)} %).`,
      rule: `means ${IMBALANCE_POINTS} percentage points apart or more`,
      from,
      to,
    },
  ];
}

function queueGrowth(samples: readonly EngineSample[]): Finding[] {
  const known = samples.flatMap(({ at, waiting }) => (waiting === null ? [] : [{ at, waiting }]));
  const quarter = Math.floor(known.length / 4);
  const [first, last] = [known[0], known.at(-1)];
  if (quarter < 2 || first === undefined || last === undefined) return [];
  const early = meanOf(known.slice(0, quarter).map(({ waiting }) => waiting)) ?? 0;
  const late = meanOf(known.slice(-quarter).map(({ waiting }) => waiting)) ?? 0;
  if (late < 1 || late < 2 * early) return [];
  return [
    {
      kind: 'queue_growth',
      severity: 'warn',
      text: `Requests waiting in the engine grew from ${whole(early)} to ${whole(late)}: the load is more than it carries, and latency depends on how long the run was.`,
      rule: 'mean of the last quarter of the window at least twice that of the first, and at least one',
      from: first.at,
      to: last.at,
    },
  ];
}
