import type { TelemetryDevice, TelemetrySeries } from '#contract/rpc/telemetry.ts';
import {
  telemetryFindings,
  type EngineSample,
  type Finding,
  type GpuSample,
  type Stretch,
} from '#lib/telemetry-findings.ts';
import type { AxisZoom } from '#lib/charts/zoom.ts';
import { spacingS, type TimeRange } from '#src/components/chart/telemetry-buckets.ts';

export interface WindowFindings {
  readonly findings: readonly Finding[];
  /** Width of the buckets that were looked at, s; 0 where every sample was. */
  readonly spacingS: number;
}

/**
 * The findings of a job's samples in its window; seconds are counted from the start of the window, as the charts count.
 * Null without samples of GPUs: nothing can be said of them.
 */
export function findingsOf(series: TelemetrySeries, window: TimeRange): WindowFindings | null {
  const origin = Date.parse(series.origin_at ?? '');
  const secondsOf = (ms: number): number => (origin + ms - window.from) / 1000;
  const gpus: GpuSample[] = [];
  const engine: EngineSample[] = [];
  const silences = new Map<number, Stretch>();
  let widest = 0;
  for (const device of series.devices) {
    const { source, gpu_index: gpu, max_gap_s: gap, max_gap_at_ms: gapAt } = device;
    if (device.is_thinned) widest = Math.max(widest, spacingS(device));
    if (source === 'engine') engine.push(...engineSamples(device, secondsOf));
    if (source !== 'gpu' || gpu === null) continue;
    gpus.push(...gpuSamples(device, gpu, secondsOf));
    if (gap !== null && gapAt !== null)
      silences.set(gpu, { from: secondsOf(gapAt), to: secondsOf(gapAt) + gap });
  }
  if (gpus.length === 0) return null;
  const within = { from: 0, to: (window.to - window.from) / 1000 };
  // Buckets hide silences, so the server's word is taken; it read the window alone then. Else the samples show them.
  const spacing = widest > 0 ? { spacingS: widest, silences } : {};
  return { findings: telemetryFindings(gpus, engine, within, spacing), spacingS: widest };
}

/** The stretch of the traces that shows a finding and as much again around it, 30 s at least. */
export function aroundFinding({ from, to }: Stretch): AxisZoom {
  const around = Math.max(15, (to - from) / 2);
  return { axis: 'x', key: 'elapsed_s', from: from - around, to: to + around };
}

function engineSamples(
  { at_ms, metrics }: TelemetryDevice,
  secondsOf: (ms: number) => number,
): EngineSample[] {
  const waiting = metrics['engine_waiting']?.mean;
  return at_ms.map((at, index) => ({ at: secondsOf(at), waiting: waiting?.[index] ?? null }));
}

function gpuSamples(device: TelemetryDevice, gpu: number, secondsOf: (ms: number) => number): GpuSample[] {
  const { gpu_util_pct: util, power_w: power, temperature_c: temperature } = device.metrics;
  const { sm_clock_mhz: clock, memory_used_gb: memory } = device.metrics;
  return device.at_ms.map((at, index) => ({
    at: secondsOf(at),
    gpu,
    utilPct: util?.mean[index] ?? null,
    powerW: power?.mean[index] ?? null,
    powerLimitW: device.power_limit_w,
    temperatureC: temperature?.mean[index] ?? null,
    clockMhz: clock?.mean[index] ?? null,
    // Memory is full when it is full once; the others are states that last.
    memoryUsedGb: (memory?.max ?? memory?.mean)?.[index] ?? null,
    memoryTotalGb: device.memory_total_gb,
  }));
}
