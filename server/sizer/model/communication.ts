/**
 * Rounds of an all-reduce over `gpus` that each cost the latency of a link: 1 + log₂ G, 0 for one GPU. The fit prices one round at
 * about 2 µs (NVLink).
 */
export function allReduceRounds(gpus: number): number {
  return gpus <= 1 ? 0 : 1 + Math.log2(gpus);
}

/**
 * Time, ms, that the bytes of one ring all-reduce need: each GPU moves 2·(G − 1)/G · bytes over its link of `bytesPerMs` (one
 * direction).
 */
export function allReduceMs(bytes: number, gpus: number, bytesPerMs: number): number {
  return gpus <= 1 ? 0 : (2 * (gpus - 1) * bytes) / gpus / bytesPerMs;
}
