import { formatMetric, type MetricKey } from '#contract/metrics.ts';
import type { Recommendation } from '#contract/sizer/solve-response.ts';
import { decimals, figures } from '#lib/decimal-text.ts';
import { grouped } from '#lib/grouped.ts';
import { NO_VALUE } from '#src/components/ui/no-value.ts';

const isNumber = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** Whole dollars from 100 on, cents below; "—" where no price is known. */
export function formatUsd(value: number | null | undefined): string {
  if (!isNumber(value)) return NO_VALUE;
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 2;
  const text = decimals(Math.abs(value), digits, digits);
  return `${value < 0 ? '−' : ''}$${text}`;
}

/** Decimal GB, three significant figures. */
export function formatGb(value: number | null | undefined): string {
  return formatMetric('memory_used_gb', value);
}

/** Kilowatts of a wattage. */
export function formatKw(watts: number | null | undefined): string {
  if (!isNumber(watts)) return NO_VALUE;
  return figures(watts / 1000, 3);
}

/** A share of 0 to 1 as percent. */
export function formatShare(value: number | null | undefined): string {
  return isNumber(value) ? `${figures(value * 100, 3)} %` : NO_VALUE;
}

/** A figure of a recommendation: the column that holds it and the metric it is printed as. */
export interface Figure {
  readonly key: keyof Recommendation & `expected_${string}`;
  readonly metric: MetricKey;
}

/** The figures of a row in reading order; labels, units and formats are the registry's. */
export const FIGURES = [
  { key: 'expected_tps_total', metric: 'tokens_per_sec' },
  { key: 'expected_tps_per_gpu', metric: 'tokens_per_sec_per_gpu' },
  { key: 'expected_tps_per_user', metric: 'tokens_per_sec_per_user' },
  { key: 'expected_requests_per_sec', metric: 'requests_per_sec' },
  { key: 'expected_ttft_p50_ms', metric: 'ttft_p50_ms' },
  { key: 'expected_ttft_p99_ms', metric: 'ttft_p99_ms' },
  { key: 'expected_tpot_p50_ms', metric: 'tpot_p50_ms' },
  { key: 'expected_tpot_p99_ms', metric: 'tpot_p99_ms' },
  { key: 'expected_p50_e2e_ms', metric: 'e2e_p50_ms' },
  { key: 'expected_p99_e2e_ms', metric: 'e2e_p99_ms' },
] as const satisfies readonly Figure[];

/** The figure itself. */
export function figureOf(row: Recommendation, figure: Figure): number | null {
  const value = row[figure.key];
  return isNumber(value) ? value : null;
}

/** "12.1 to 14.9": the interval that holds 80 % of such figures; null where none is stated. */
export function intervalText(row: Recommendation, figure: Figure): string | null {
  const interval = row.intervals[figure.key];
  if (interval === undefined) return null;
  return `${formatMetric(figure.metric, interval.low)} to ${formatMetric(figure.metric, interval.high)}`;
}

/** "TP 4 × PP 1 × EP 1 × DP 1". */
export function parallelismText(parallelism: Recommendation['parallelism']): string {
  const { tp, pp, ep, dp } = parallelism;
  return `TP ${tp} × PP ${pp} × EP ${ep} × DP ${dp}`;
}

/** "2 replicas × 4 GPUs each (TP 4 × PP 1 × EP 1 × DP 1) = 8 GPUs". EP runs over the same GPUs and adds none. */
export function makeUpText(row: Recommendation): string {
  const replicas = `${grouped(row.replicas)} ${row.replicas === 1 ? 'replica' : 'replicas'}`;
  const gpus = `${row.gpus_per_replica} ${row.gpus_per_replica === 1 ? 'GPU' : 'GPUs'} each`;
  return `${replicas} × ${gpus} (${parallelismText(row.parallelism)})`;
}

/** Words for `confidence`. */
export const CONFIDENCE_WORDS: Record<Recommendation['confidence'], string> = {
  high: 'high confidence',
  medium: 'medium confidence',
  low: 'low confidence',
  very_low: 'very low confidence',
};

export const CONFIDENCE_TONES: Record<Recommendation['confidence'], 'good' | 'accent' | 'warn' | 'bad'> = {
  high: 'good',
  medium: 'accent',
  low: 'warn',
  very_low: 'bad',
};

/** Words for a feature of the request, where the answer names it. */
export function featureWords(feature: string): string {
  return FEATURE_WORDS[feature] ?? feature.replaceAll('_', ' ');
}

const FEATURE_WORDS: Record<string, string> = {
  sizing_goal: 'Goal',
  workload_mix: 'Workload mix',
  recommendation_sort: 'Order',
  horizon_years: 'Horizon in years',
  target_tokens_per_sec_per_user: 'Throughput per user',
  target_tokens_per_sec_per_request: 'Throughput per request',
  target_tokens_per_sec_per_user_request: "Throughput per user's request",
  usd_per_kwh: 'USD a kilowatt-hour',
  kv_precision: 'KV cache precision',
  conc: 'Concurrency',
  isl: 'Input length',
  osl: 'Output length',
  growth_pct: 'Growth',
  year: 'Year',
  target_tokens_per_sec: 'Throughput target',
  display_model: 'Model',
  framework: 'Framework',
  precision: 'Precision',
  allowed_gpu_models: 'GPU models',
  allowed_vendors: 'Vendors',
  budget_usd: 'Budget',
  budget_basis: 'Budget counted on',
  max_nodes: 'Node limit',
  max_latency_p99_ms: 'p99 limit',
  latency_slo: 'Latency profile',
  active_users_peak: 'Active users',
  available_inventory: 'Inventory',
  decode_tp: 'Tensor parallelism',
  gpu_count: 'GPUs',
  spec_method: 'Speculative decoding',
};

/** A feature's value in words: lists with commas, objects as name and value. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return 'not set';
  if (typeof value === 'number') return decimals(value, 4);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(plainText).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, one]) => `${name.replaceAll('_', ' ')} ${plainText(one)}`)
      .join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
