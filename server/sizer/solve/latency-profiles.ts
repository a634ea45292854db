import type { LatencySlo } from '#contract/sizer/codes.ts';

/** Limits of a latency profile on the medians, milliseconds; null is no limit. */
export interface LatencyLimits {
  readonly ttftMs: number | null;
  readonly tpotMs: number | null;
}

/** Prompt length up to which a profile's TTFT limit stands as it is; longer prompts get proportionally more. */
export const TTFT_LIMIT_ISL = 8192;

/**
 * `strict` takes the limits of MLPerf Inference v5.1 llama2-70b Interactive (450 ms, 40 ms), `production` the TTFT of its
 * Server scenario (2,000 ms) and 100 ms a token, faster than people read; `batch` waits for nobody. MLPerf holds p99 to
 * these figures, the profiles hold medians: a p99 limit is `max_latency_p99_ms`.
 */
const PROFILES: Readonly<Record<LatencySlo, LatencyLimits>> = {
  production: { ttftMs: 2_000, tpotMs: 100 },
  strict: { ttftMs: 450, tpotMs: 40 },
  batch: { ttftMs: null, tpotMs: null },
};

/** Limits of a profile for prompts of `isl` tokens. */
export function latencyLimits(profile: LatencySlo, isl: number): LatencyLimits {
  const { ttftMs, tpotMs } = PROFILES[profile];
  return {
    ttftMs: ttftMs === null ? null : Math.round(ttftMs * Math.max(1, isl / TTFT_LIMIT_ISL)),
    tpotMs,
  };
}
