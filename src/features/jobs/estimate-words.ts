import { formatMetric } from '#contract/metrics.ts';
import type { CapacityEstimateRow } from '#contract/views/v-inferencex-outputs.ts';

type Estimate = Pick<
  CapacityEstimateRow,
  'n' | 'tokens_per_sec' | 'confidence_interval_lower' | 'confidence_interval_upper'
>;

/** The estimate that a job is a part of, or null where none counts it, in a sentence. */
export function estimateWords(estimate: Estimate | null): string {
  if (estimate === null)
    return 'No estimate counts this job, as its result is not sound or gives no throughput.';
  const { n, confidence_interval_lower: low, confidence_interval_upper: high } = estimate;
  if (n < 2) return 'Measured once (n = 1), so there is no interval. A repeat of this job gives one.';
  const mean = `Over n = ${n} like jobs: ${formatMetric('tokens_per_sec', estimate.tokens_per_sec)} tokens/s of output`;
  return low === null || high === null
    ? `${mean}, without an interval.`
    : `${mean}, 95 % interval ${formatMetric('tokens_per_sec', low)} to ${formatMetric('tokens_per_sec', high)}.`;
}
