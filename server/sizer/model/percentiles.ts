/**
 * How much worse than the median the worst request in a hundred fares: medians over the 162 distinct Server and Interactive LLM runs
 * of MLPerf Inference v5.1 (closed; runs filed twice under two accuracy targets count once; DeepSeek-R1 left out, as its answers'
 * lengths, not its serving, spread its times). Quartiles: TTFT 2.15 to 3.46, TPOT 1.07 to 1.32. A test recomputes them.
 *
 * Caveat: those runs are open loop (requests arrive at random, at the highest rate that just keeps the latency limits). A closed loop,
 * where every client waits for its answer, has milder tails; an open loop nearer to its limit has worse ones.
 */
export const P99_OVER_P50 = { ttft: 2.62, tpot: 1.19 } as const;

/** The caveat above in one sentence, for answers that quote a 99th percentile. */
export const P99_CAVEAT =
  'p99 is the median times the ratio seen in MLPerf v5.1 runs (TTFT 2.62, TPOT 1.19), which were open loop at rates just within their limits.';

/** Medians and 99th percentiles of a request's times, ms. */
export interface LatencyPercentiles {
  readonly ttftP50Ms: number;
  readonly ttftP99Ms: number;
  readonly tpotP50Ms: number;
  readonly tpotP99Ms: number;
  readonly e2eP50Ms: number;
  readonly e2eP99Ms: number;
}

/**
 * 99th percentiles from medians, for answers of exactly `osl` tokens: E2E p99 = 2.62·TTFT + 1.19·(osl − 1)·TPOT. Conservative, as the
 * slowest start and the slowest stream rarely meet in one request; where lengths differ, length dominates and this does not hold
 * (MLPerf: E2E p99/p50 of 1.2 to 1.9 with narrow lengths, 3.8 for llama2-70b, 9.6 for deepseek-r1). Source: sizer notes 2.6.
 */
export function latencyPercentiles(ttftP50Ms: number, tpotP50Ms: number, osl: number): LatencyPercentiles {
  const ttftP99Ms = P99_OVER_P50.ttft * ttftP50Ms;
  const tpotP99Ms = P99_OVER_P50.tpot * tpotP50Ms;
  const steps = Math.max(0, osl - 1);
  return {
    ttftP50Ms,
    ttftP99Ms,
    tpotP50Ms,
    tpotP99Ms,
    e2eP50Ms: ttftP50Ms + steps * tpotP50Ms,
    e2eP99Ms: ttftP99Ms + steps * tpotP99Ms,
  };
}
