import { METRICS, metricValue, type MetricKey } from '#contract/metrics.ts';
import type { Estimate } from '#src/components/results/deployments.ts';

/** What a board may be ranked by: keys of the metric registry. */
export const MEASURES = [
  'tokens_per_sec_per_gpu',
  'tokens_per_sec',
  'tokens_per_sec_per_user',
  'tokens_per_usd',
  'usd_per_million_tokens',
  'tokens_per_sec_per_watt',
  'joules_per_token',
  'ttft_p50_ms',
  'ttft_p99_ms',
  'tpot_p50_ms',
  'tpot_p99_ms',
  'e2e_p50_ms',
  'e2e_p99_ms',
] as const satisfies readonly MetricKey[];
export type Measure = (typeof MEASURES)[number];

/** Statistics that estimates have of each latency. */
export const STATISTICS = ['mean', 'p50', 'p99'] as const;
export type Statistic = (typeof STATISTICS)[number];

/** A measure with its 95 % interval; null ends where there are no repeats to have one from. */
export interface Measured {
  readonly value: number;
  readonly lower: number | null;
  readonly upper: number | null;
}

/** Tokens of a dollar, and of a joule: what the other way round is stored. */
const INVERSES = {
  tokens_per_usd: { of: 'usd_per_million_tokens', times: 1e6 },
  tokens_per_sec_per_watt: { of: 'joules_per_token', times: 1 },
} as const satisfies Partial<Record<Measure, { of: MetricKey; times: number }>>;

/** The figure of an estimate; null where it has none. Energy and money are turned round where asked by the token. */
export function measureValue(row: Estimate, measure: Measure): number | null {
  if (measure === 'tokens_per_usd' || measure === 'tokens_per_sec_per_watt') {
    const { of, times } = INVERSES[measure];
    const value = metricValue(row, of);
    return value === null || value <= 0 ? null : times / value;
  }
  return metricValue(row, measure);
}

/** Measures that follow output throughput, and whether as it does (1) or the other way round (−1): its interval is theirs. */
const FOLLOWS: Readonly<Partial<Record<Measure, 1 | -1>>> = {
  tokens_per_sec_per_gpu: 1,
  tokens_per_sec: 1,
  tokens_per_usd: 1,
  usd_per_million_tokens: -1,
};

/** The figure with its interval: that of output throughput, in the measure's own unit, where the measure follows it. */
export function measured(row: Estimate, measure: Measure): Measured | null {
  const value = measureValue(row, measure);
  if (value === null) return null;
  const follows = FOLLOWS[measure];
  const { confidence_interval_lower: low, confidence_interval_upper: high, tokens_per_sec: base } = row;
  if (follows === undefined || low === null || high === null || low <= 0 || base <= 0)
    return { value, lower: null, upper: null };
  const [lower, upper] = follows === 1 ? [low / base, high / base] : [base / high, base / low];
  return { value, lower: value * lower, upper: value * upper };
}

/** Which way a measure is better. */
export function betterOf(measure: Measure): 'higher' | 'lower' {
  return METRICS[measure].better === 'lower' ? 'lower' : 'higher';
}
