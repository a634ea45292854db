import { METRICS, metricValue, type MetricKey } from '#contract/metrics.ts';
import { vInferencexOutputs, type CapacityEstimateRow } from '#contract/views/v-inferencex-outputs.ts';
import type { Figure } from '#lib/compare/difference.ts';
import { scaledFigure } from '#src/components/results/scaled-figure.ts';

const ESTIMATED = (Object.keys(METRICS) as MetricKey[]).filter((key) => key in vInferencexOutputs.row.shape);

/** What a deployment gives for its cost: more or less of it for the money, the watt, the GPU. */
export const YIELDS = ESTIMATED.filter((key) => METRICS[key].better !== 'none' && METRICS[key].unit !== 'ms');
/** What one user feels, and the load. */
export const EXPERIENCES = ESTIMATED.filter(
  (key) => METRICS[key].unit === 'ms' || METRICS[key].unit === 'tokens/s/user' || key === 'concurrency',
);
/** Latencies alone. */
export const LATENCIES = ESTIMATED.filter((key) => METRICS[key].unit === 'ms');

/** Those of `keys` that some row has a value of. */
export const withValues = (rows: readonly object[], keys: readonly MetricKey[]): MetricKey[] =>
  keys.filter((key) => rows.some((row) => metricValue(row, key) !== null));

/** The metric asked for if it has values here, else the first of `preferred` that most rows have, else any. */
export function chooseMetric(
  asked: string,
  rows: readonly object[],
  available: readonly MetricKey[],
  preferred: readonly MetricKey[],
): MetricKey | null {
  const countOf = (key: MetricKey): number => rows.filter((row) => metricValue(row, key) !== null).length;
  const enough = rows.length / 2;
  return (
    available.find((key) => key === asked) ??
    preferred.find((key) => available.includes(key) && countOf(key) >= enough) ??
    preferred.find((key) => available.includes(key)) ??
    available[0] ??
    null
  );
}

/** Metrics that are output throughput times a constant of the deployment (1), or a constant divided by it (−1): its interval is theirs. */
const FOLLOWS: Readonly<Partial<Record<MetricKey, 1 | -1>>> = {
  tokens_per_sec: 1,
  tokens_per_sec_per_gpu: 1,
  usd_per_million_tokens: -1,
};

type Interval = Pick<
  CapacityEstimateRow,
  'tokens_per_sec' | 'confidence_interval_lower' | 'confidence_interval_upper'
>;

/** A metric of a row with its 95 % interval, scaled from that of `estimate`'s output throughput where it follows it; null where the row has no value. */
export function figureOf(row: object, metric: MetricKey, estimate: Interval | null): Figure | null {
  return scaledFigure(metricValue(row, metric), FOLLOWS[metric], estimate ?? NO_INTERVAL);
}

const NO_INTERVAL: Interval = {
  tokens_per_sec: 0,
  confidence_interval_lower: null,
  confidence_interval_upper: null,
};
