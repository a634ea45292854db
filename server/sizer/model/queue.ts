/**
 * Smooth minimum of the concurrency asked for and the most that runs at once: (a⁻²⁰ + b⁻²⁰)^(−1/20). 3 % below the lesser of the two
 * where both are equal, less than 1 % where they differ by a tenth.
 */
export function softMinimum(asked: number, most: number): number {
  const ratio = Math.min(asked, most) / Math.max(asked, most);
  return Math.min(asked, most) * Math.pow(1 + Math.pow(ratio, 20), -1 / 20);
}

/**
 * Mean wait for a slot, ms, in a closed loop: of `asked` requests in flight only `running` run, so that each waits
 * (asked/running − 1) service times. Little's law; `serviceMs` is prefill and decode of one request.
 */
export function slotWaitMs(asked: number, running: number, serviceMs: number): number {
  return Math.max(0, asked / running - 1) * serviceMs;
}

/**
 * Share of a replica's time that prefills take in a closed loop of `running` requests, 0 to 0.999: each of them brings one prefill
 * of `prefillMs` per `decodeMs` (osl · TPOT) of decoding.
 */
export function prefillLoad(running: number, prefillMs: number, decodeMs: number): number {
  return Math.min((running * prefillMs) / (decodeMs + prefillMs), 0.999);
}

/** Growth of waiting with load ρ: ρ/(1.02 − ρ), the queueing factor ρ/(1 − ρ) kept finite at full load. */
export function queueFactor(load: number): number {
  return load / (1.02 - load);
}

/** End to end, ms: TTFT + (osl − 1) · TPOT. */
export function endToEndMs(ttftMs: number, tpotMs: number, osl: number): number {
  return ttftMs + (osl - 1) * tpotMs;
}

/** Output tokens a second of one GPU: concurrency · osl / E2E / GPUs. Little's law for a closed loop. */
export function tokensPerSecPerGpu(concurrency: number, osl: number, e2eMs: number, gpus: number): number {
  return (concurrency * osl * 1000) / e2eMs / gpus;
}
