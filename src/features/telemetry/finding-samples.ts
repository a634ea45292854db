import type { TelemetrySample } from '#contract/views/v-telemetry-with-server.ts';
import {
  telemetryFindings,
  type EngineSample,
  type Finding,
  type GpuSample,
} from '#lib/telemetry-findings.ts';

/** The findings of a job's samples in its window; seconds are counted from the start of the window, as the charts count. */
export function findingsOf(
  rows: readonly TelemetrySample[],
  window: { readonly from: number; readonly to: number },
): Finding[] {
  const gpus: GpuSample[] = [];
  const engine: EngineSample[] = [];
  for (const row of rows) {
    const at = (Date.parse(row.sampled_at) - window.from) / 1000;
    if (row.source === 'engine') engine.push({ at, waiting: row.engine_waiting });
    else if (row.source === 'gpu' && row.gpu_index !== null)
      gpus.push({
        at,
        gpu: row.gpu_index,
        utilPct: row.gpu_util_pct,
        powerW: row.power_w,
        powerLimitW: row.power_limit_w,
        temperatureC: row.temperature_c,
        clockMhz: row.sm_clock_mhz,
        memoryUsedGb: row.memory_used_gb,
        memoryTotalGb: row.memory_total_gb,
      });
  }
  return telemetryFindings(gpus, engine, { from: 0, to: (window.to - window.from) / 1000 });
}
