import type { MetricKey } from '#contract/metrics.ts';

/** What a board may be ranked by: keys of the metric registry. */
export const MEASURES = [
  'tokens_per_sec_per_gpu',
  'tokens_per_sec_per_node',
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
