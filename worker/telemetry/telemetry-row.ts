import type { TelemetryRow } from '#contract/worker/protocol.ts';

/** A sample with nothing measured yet: every value null, as a missing value is never 0. `at` is an ISO instant. */
export function emptyRow(at: string, source: TelemetryRow['source']): TelemetryRow {
  return {
    at,
    source,
    gpu_index: null,
    gpu_uuid: null,
    gpu_util_pct: null,
    memory_used_mb: null,
    memory_total_mb: null,
    power_w: null,
    power_limit_w: null,
    temperature_c: null,
    sm_clock_mhz: null,
    cpu_pct: null,
    engine_running: null,
    engine_waiting: null,
    kv_cache_pct: null,
  };
}
