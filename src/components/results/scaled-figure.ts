import type { Figure } from '#lib/compare/difference.ts';

/** Output throughput of an estimate with its 95 % interval. */
interface Throughput {
  readonly tokens_per_sec: number;
  readonly confidence_interval_lower: number | null;
  readonly confidence_interval_upper: number | null;
}

/**
 * A figure with the interval of the throughput it follows: that times a constant (1), or a constant divided by it (−1). What is divided by a
 * throughput that may be 0 has no upper end. Null without a value.
 */
export function scaledFigure(
  value: number | null,
  follows: 1 | -1 | undefined,
  { tokens_per_sec: mean, confidence_interval_lower: low, confidence_interval_upper: high }: Throughput,
): Figure | null {
  if (value === null) return null;
  if (follows === undefined || low === null || high === null || mean <= 0)
    return { value, lower: null, upper: null };
  const [least, most] = [Math.max(0, low) / mean, high / mean];
  return follows === 1
    ? { value, lower: value * least, upper: value * most }
    : { value, lower: value / most, upper: least > 0 ? value / least : null };
}
