import type { TelemetrySeries } from '#contract/rpc/telemetry.ts';
import type { TimeRange } from '#src/components/chart/telemetry-buckets.ts';

/** A figure as the trace gives it and as it was published, and how far they are apart (share of the published one). */
export interface Reconciled {
  readonly trace: number | null;
  readonly published: number | null;
  readonly difference: number | null;
  /** Whether they agree within the tolerance; null where one is missing. */
  readonly agrees: boolean | null;
}

/** Sampling once a second against integration over the exact window: within this share they tell the same [our choice]. */
const TOLERANCE = 0.02;

/** Compares two figures of the same thing. */
export function reconcile(trace: number | null, published: number | null): Reconciled {
  if (trace === null || published === null || published === 0)
    return { trace, published, difference: null, agrees: null };
  const difference = (trace - published) / published;
  return { trace, published, difference, agrees: Math.abs(difference) <= TOLERANCE };
}

/**
 * Mean power of all GPUs together over the window, W, from the samples alone: the mean of each GPU, summed. A bucket
 * counts as often as it has samples.
 */
export function meanPowerW(series: TelemetrySeries, window: TimeRange): number | null {
  const origin = Date.parse(series.origin_at ?? '');
  let total: number | null = null;
  for (const { source, at_ms: atMs, counts, metrics } of series.devices) {
    const power = metrics['power_w']?.mean;
    if (source !== 'gpu' || power === undefined) continue;
    let [sum, n] = [0, 0];
    for (const [bucket, offset] of atMs.entries()) {
      const value = power[bucket] ?? null;
      const at = origin + offset;
      if (value === null || at < window.from || at > window.to) continue;
      const count = counts[bucket] ?? 0;
      sum += value * count;
      n += count;
    }
    if (n > 0) total = (total ?? 0) + sum / n;
  }
  return total;
}
