import type { TelemetrySample } from '#contract/views/v-telemetry-with-server.ts';

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

/** Mean power of all GPUs together over the window, W, from the samples alone: the mean of each GPU, summed. */
export function meanPowerW(
  rows: readonly TelemetrySample[],
  window: { readonly from: number; readonly to: number },
): number | null {
  const sums = new Map<number, { sum: number; n: number }>();
  for (const { source, gpu_index: gpu, power_w: power, sampled_at: sampledAt } of rows) {
    const at = Date.parse(sampledAt);
    if (source !== 'gpu' || gpu === null || power === null || at < window.from || at > window.to) continue;
    const one = sums.get(gpu) ?? { sum: 0, n: 0 };
    sums.set(gpu, { sum: one.sum + power, n: one.n + 1 });
  }
  if (sums.size === 0) return null;
  return [...sums.values()].reduce((total, { sum, n }) => total + sum / n, 0);
}
