import type { TelemetrySample as TelemetryRow } from '#contract/views/v-telemetry-with-server.ts';
import type { TelemetrySample } from '#src/components/chart/telemetry-series.ts';

/** Rows of the view as samples of the strip: each carries only the columns of its source, so that no line is drawn for others. */
export function toTelemetrySamples(rows: readonly TelemetryRow[]): TelemetrySample[] {
  return rows.flatMap((row): TelemetrySample[] => {
    const at_unix_ms = Date.parse(row.sampled_at);
    if (Number.isNaN(at_unix_ms)) return [];
    switch (row.source) {
      case 'gpu': {
        const { gpu_index, gpu_util_pct, power_w, memory_used_gb, temperature_c, sm_clock_mhz } = row;
        const columns = { gpu_util_pct, power_w, memory_used_gb, temperature_c, sm_clock_mhz };
        return [{ at_unix_ms, gpu_index, ...columns }];
      }
      case 'engine': {
        const { engine_running, engine_waiting, kv_cache_pct } = row;
        const columns = { engine_running, engine_waiting, kv_cache_pct };
        return [{ at_unix_ms, gpu_index: null, device: 'Engine', ...columns }];
      }
      case 'host': {
        const columns = { cpu_pct: row.cpu_pct };
        return [{ at_unix_ms, gpu_index: null, device: 'Host', ...columns }];
      }
    }
  });
}

/** The measured window in Unix milliseconds; null when the result does not say it. */
export function measuredWindow(
  result: { measured_from?: string | null; measured_to?: string | null } | null | undefined,
): { from: number; to: number } | null {
  const [from, to] = [Date.parse(result?.measured_from ?? ''), Date.parse(result?.measured_to ?? '')];
  return Number.isNaN(from) || Number.isNaN(to) ? null : { from, to };
}
