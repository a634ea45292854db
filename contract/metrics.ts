/**
 * The one metric registry: what a number is called, its unit, which direction is better, how it is printed
 * and what it is divided by. Chart, tooltip, table, CSV, XLSX, HTML and PDF all read it.
 * Keys are the column names of the views. Definitions of TTFT, TPOT, ITL and ICL follow vLLM
 * (docs/glossary.md gives each formula).
 */
export type Direction = 'higher' | 'lower' | 'none';

export interface Metric {
  readonly key: string;
  /** Full name for headings and pickers. */
  readonly label: string;
  /** Short name for table headers. */
  readonly short: string;
  /** Unit as printed in a header; '' for a plain number. */
  readonly unit: string;
  readonly better: Direction;
  /** Significant digits in tables and charts; full precision stays in tooltips and exports. */
  readonly digits: number;
  /** What the value is divided by, shown beside it; null when it is not a ratio of the deployment. */
  readonly denominator: string | null;
  /** What the value rests on beside the measurement, and where that stands. */
  readonly basis?: string;
  /** Printed as an integer count rather than by significant digits. */
  readonly integer?: true;
  /** Stored as a fraction 0..1, printed as a percentage. */
  readonly percent?: true;
}

const PERCENTILES = ['mean', 'p50', 'p90', 'p95', 'p99'] as const;
export type Percentile = (typeof PERCENTILES)[number];
const LATENCIES = {
  ttft: ['Time to first token', 'TTFT'],
  tpot: ['Time per output token', 'TPOT'],
  itl: ['Inter-token latency', 'ITL'],
  e2e: ['End-to-end latency', 'E2E'],
} as const;
export type LatencyKind = keyof typeof LATENCIES;

/** Column name of a latency statistic, in milliseconds: `latencyKey('ttft', 'p99')` is `ttft_p99_ms`. */
export function latencyKey<K extends LatencyKind, P extends Percentile>(
  kind: K,
  percentile: P,
): `${K}_${P}_ms` {
  return `${kind}_${percentile}_ms`;
}

export type LatencyKey = `${LatencyKind}_${Percentile}_ms`;

const latencyMetrics = Object.fromEntries(
  (Object.keys(LATENCIES) as LatencyKind[]).flatMap((kind) =>
    PERCENTILES.map((percentile): [LatencyKey, Metric] => {
      const key = latencyKey(kind, percentile);
      const [label, short] = LATENCIES[kind];
      return [
        key,
        {
          key,
          label: `${label}, ${percentile}`,
          short: `${short} ${percentile}`,
          unit: 'ms',
          better: 'lower',
          digits: 3,
          denominator: null,
        },
      ];
    }),
  ),
) as Record<LatencyKey, Metric>;

const LISTED_PRICE =
  'at the lowest listed on-demand price, or as its source states it; rates and sources: Cost page';

const plain = {
  tokens_per_sec: {
    label: 'Output throughput',
    short: 'Output',
    unit: 'tokens/s',
    better: 'higher',
    digits: 3,
    denominator: null,
  },
  total_tokens_per_sec: {
    label: 'Total throughput, input and output',
    short: 'Total',
    unit: 'tokens/s',
    better: 'higher',
    digits: 3,
    denominator: null,
  },
  requests_per_sec: {
    label: 'Request throughput',
    short: 'Requests',
    unit: 'req/s',
    better: 'higher',
    digits: 3,
    denominator: null,
  },
  tokens_per_sec_per_gpu: {
    label: 'Output throughput per GPU',
    short: 'Output per GPU',
    unit: 'tokens/s/GPU',
    better: 'higher',
    digits: 3,
    denominator: 'GPUs of the deployment',
  },
  tokens_per_sec_per_user: {
    label: 'Interactivity',
    short: 'Per user',
    unit: 'tokens/s/user',
    better: 'higher',
    digits: 3,
    denominator: 'user (1000 / TPOT p50)',
  },
  goodput_rps: {
    label: 'Goodput',
    short: 'Goodput',
    unit: 'req/s',
    better: 'higher',
    digits: 3,
    denominator: null,
  },
  success_rate: {
    label: 'Success rate',
    short: 'Success',
    unit: '%',
    better: 'higher',
    digits: 4,
    denominator: 'requests sent',
    percent: true,
  },
  usd_per_million_tokens: {
    label: 'Cost per million output tokens',
    short: '$/M tokens',
    unit: 'USD/M tokens',
    better: 'lower',
    digits: 3,
    denominator: 'million output tokens',
    basis: LISTED_PRICE,
  },
  joules_per_token: {
    label: 'Energy per output token',
    short: 'Energy',
    unit: 'J/token',
    better: 'lower',
    digits: 3,
    denominator: 'output token',
  },
  concurrency: {
    label: 'Concurrency',
    short: 'Concurrency',
    unit: 'in flight',
    better: 'none',
    digits: 3,
    denominator: null,
    integer: true,
  },
  input_sequence_length: {
    label: 'Input length (ISL)',
    short: 'ISL',
    unit: 'tokens',
    better: 'none',
    digits: 3,
    denominator: null,
    integer: true,
  },
  output_sequence_length: {
    label: 'Output length (OSL)',
    short: 'OSL',
    unit: 'tokens',
    better: 'none',
    digits: 3,
    denominator: null,
    integer: true,
  },
  gpu_count: {
    label: 'GPUs',
    short: 'GPUs',
    unit: '',
    better: 'none',
    digits: 3,
    denominator: null,
    integer: true,
  },
  num_requests: {
    label: 'Requests',
    short: 'n',
    unit: '',
    better: 'none',
    digits: 3,
    denominator: null,
    integer: true,
  },
  gpu_util_pct: {
    label: 'GPU utilisation',
    short: 'Util',
    unit: '%',
    better: 'none',
    digits: 3,
    denominator: null,
  },
  power_w: { label: 'Power', short: 'Power', unit: 'W', better: 'lower', digits: 3, denominator: null },
  temperature_c: {
    label: 'Temperature',
    short: 'Temp',
    unit: '°C',
    better: 'lower',
    digits: 3,
    denominator: null,
  },
  memory_used_gb: {
    label: 'GPU memory used',
    short: 'Memory',
    unit: 'GB',
    better: 'none',
    digits: 3,
    denominator: null,
  },
  cpu_pct: {
    label: 'Host CPU in use',
    short: 'Host CPU',
    unit: '%',
    better: 'none',
    digits: 3,
    denominator: null,
  },
  kv_cache_pct: {
    label: 'KV cache in use',
    short: 'KV cache',
    unit: '%',
    better: 'none',
    digits: 3,
    denominator: null,
  },
  engine_running: {
    label: 'Requests running in the engine',
    short: 'Running',
    unit: '',
    better: 'none',
    digits: 3,
    denominator: null,
    integer: true,
  },
  engine_waiting: {
    label: 'Requests waiting in the engine',
    short: 'Waiting',
    unit: '',
    better: 'lower',
    digits: 3,
    denominator: null,
    integer: true,
  },
  sm_clock_mhz: {
    label: 'SM clock',
    short: 'SM clock',
    unit: 'MHz',
    better: 'higher',
    digits: 3,
    denominator: null,
  },
  gpu_util_avg_pct: {
    label: 'GPU utilisation, mean over the measured window',
    short: 'GPU util',
    unit: '%',
    better: 'higher',
    digits: 3,
    denominator: null,
  },
  gpu_util_imbalance_pct: {
    label: 'Difference of mean utilisation between GPUs',
    short: 'Imbalance',
    unit: 'points',
    better: 'lower',
    digits: 2,
    denominator: null,
  },
  memory_used_max_gb: {
    label: 'GPU memory used at most',
    short: 'Memory max',
    unit: 'GB',
    better: 'none',
    digits: 3,
    denominator: null,
  },
  power_avg_w: {
    label: 'Power of a GPU, mean over the measured window',
    short: 'Power',
    unit: 'W',
    better: 'lower',
    digits: 3,
    denominator: null,
  },
  power_total_avg_w: {
    label: 'Power of all GPUs, mean over the measured window',
    short: 'Power, all',
    unit: 'W',
    better: 'lower',
    digits: 3,
    denominator: null,
  },
  energy_j: {
    label: 'Energy over the measured window',
    short: 'Energy',
    unit: 'J',
    better: 'lower',
    digits: 3,
    denominator: null,
  },
  temperature_max_c: {
    label: 'GPU temperature at most',
    short: 'Temp max',
    unit: '°C',
    better: 'lower',
    digits: 3,
    denominator: null,
  },
  kv_cache_avg_pct: {
    label: 'KV cache in use, mean over the measured window',
    short: 'KV cache',
    unit: '%',
    better: 'none',
    digits: 3,
    denominator: null,
  },
  coverage_pct: {
    label: 'Share of the measured window that has samples',
    short: 'Coverage',
    unit: '%',
    better: 'higher',
    digits: 3,
    denominator: null,
  },
  mfu_pct: {
    label: 'Model FLOPS utilisation',
    short: 'MFU',
    unit: '%',
    better: 'higher',
    digits: 3,
    denominator: 'dense peak of the precision',
  },
  tokens_per_sec_per_watt: {
    label: 'Output throughput per watt',
    short: 'Per watt',
    unit: 'tokens/s/W',
    better: 'higher',
    digits: 3,
    denominator: 'watt of all GPUs',
  },
  speedup: {
    label: 'Speedup over the baseline',
    short: 'Speedup',
    unit: '×',
    better: 'higher',
    digits: 3,
    denominator: 'baseline',
  },
  usd_per_million_total_tokens: {
    label: 'Cost per million tokens, input and output',
    short: '$/M total',
    unit: 'USD/M tokens',
    better: 'lower',
    digits: 3,
    denominator: 'million input and output tokens',
  },
  usd_per_hour: {
    label: 'Price of the deployment',
    short: 'Price',
    unit: 'USD/h',
    better: 'lower',
    digits: 3,
    denominator: null,
  },
  tokens_per_usd: {
    label: 'Output tokens per dollar',
    short: 'Per dollar',
    unit: 'tokens/USD',
    better: 'higher',
    digits: 3,
    denominator: 'US dollar',
    basis: LISTED_PRICE,
  },
  tokens_per_sec_per_node: {
    label: 'Output throughput per node',
    short: 'Output per node',
    unit: 'tokens/s/node',
    better: 'higher',
    digits: 3,
    denominator: 'nodes: the deployment’s GPUs over those of a full server',
  },
  usd_per_million_input_tokens: {
    label: 'Cost per million input tokens',
    short: '$/M input',
    unit: 'USD/M tokens',
    better: 'lower',
    digits: 3,
    denominator: 'million input tokens',
  },
} as const satisfies Record<string, Omit<Metric, 'key'>>;
type PlainKey = keyof typeof plain;

const plainMetrics = Object.fromEntries(
  (Object.keys(plain) as PlainKey[]).map((key): [PlainKey, Metric] => [key, { key, ...plain[key] }]),
) as Record<PlainKey, Metric>;

export type MetricKey = LatencyKey | PlainKey;

export const METRICS: Readonly<Record<MetricKey, Metric>> = { ...latencyMetrics, ...plainMetrics };

/** What every surface prints where there is no value. */
export const NO_VALUE = '—';

/** Reads a metric off a row: a finite number, else null. Never turns a missing value into 0. */
export function metricValue(row: object, key: MetricKey): number | null {
  const value: unknown = (row as Record<string, unknown>)[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Formats are made once: making one costs a hundred times what using it does. */
const formats = new Map<number, Intl.NumberFormat>();

/** `digits` significant figures with thousands separators; 0 digits: whole numbers. */
function formatOf(digits: number, minimum: number): Intl.NumberFormat {
  const key = digits * 100 + minimum;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(
    'en-US',
    digits === 0 ? {} : { maximumSignificantDigits: digits, minimumSignificantDigits: minimum },
  );
  formats.set(key, made);
  return made;
}

/**
 * Prints a metric's value as tables, charts and reports show it: `digits` significant figures with thousands
 * separators, percentages for fractions, "—" for null. The unit is not included: headers carry it.
 */
export function formatMetric(key: MetricKey, value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NO_VALUE;
  const metric = METRICS[key];
  const shown = metric.percent ? value * 100 : value;
  const isWhole = metric.integer || Math.abs(shown) >= 10 ** (metric.digits - 1);
  if (isWhole) return formatOf(0, 0).format(Math.round(shown));
  return formatOf(metric.digits, shown === 0 ? 1 : metric.digits).format(shown);
}

/** Header of a column or axis: "TTFT p50 (ms)". */
export function metricHeader(key: MetricKey): string {
  const metric = METRICS[key];
  return metric.unit === '' ? metric.short : `${metric.short} (${metric.unit})`;
}
