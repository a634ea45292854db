import type { GpuFact } from '#catalog/gpu-schema.ts';

/** One reading of one simulated GPU, named as in the telemetry rows of the worker protocol. */
export interface SimulatedGpuSample {
  readonly at: string;
  readonly gpu_index: number;
  readonly gpu_uuid: string;
  readonly gpu_util_pct: number;
  readonly memory_used_mb: number;
  readonly memory_total_mb: number;
  readonly power_w: number;
  readonly power_limit_w: number;
  readonly temperature_c: number;
  readonly sm_clock_mhz: number;
}

/** Invented but plausible behaviour of a card; nothing here describes a particular product. */
const CARD = {
  /** Share of the power limit drawn when idle. */
  idlePower: 0.12,
  /** Share drawn more while any step runs; the rest up to the limit follows the compute-bound part. */
  busyPower: 0.5,
  ambientC: 30,
  riseAtLimitC: 45,
  thermalSeconds: 15,
  idleClockMhz: 345,
  baseClockMhz: 1500,
  boostClockMhz: 1900,
  /** When the catalog states no power limit. */
  fallbackLimitW: 300,
} as const;

/** MB and GB are decimal throughout the product. */
const MB = 1e6;

/** Readings that follow the engine's load: each call of `sample` covers the time since the one before. */
export class GpuTelemetry {
  readonly #gpu: GpuFact;
  readonly #gpuCount: number;
  readonly #memoryUsedMb: number;
  #lastAt: number;
  #lastBusyMs = 0;
  #lastComputeMs = 0;
  #temperatureC: number = CARD.ambientC;

  constructor(options: { gpu: GpuFact; gpuCount: number; gpuMemoryUtilization: number; now: number }) {
    this.#gpu = options.gpu;
    this.#gpuCount = options.gpuCount;
    // The engine takes its whole share at start, as vLLM does, whatever the load.
    this.#memoryUsedMb = (options.gpu.gpu_vram_gb * options.gpuMemoryUtilization * 1e9) / MB;
    this.#lastAt = options.now;
  }

  /** `busyMs` and `computeMs` are the engine's running totals, `now` a monotonic clock, all milliseconds. */
  sample(load: { busyMs: number; computeMs: number }, now: number, at: Date): SimulatedGpuSample[] {
    const elapsed = Math.max(1, now - this.#lastAt);
    const busy = Math.min(1, (load.busyMs - this.#lastBusyMs) / elapsed);
    const compute = Math.min(busy, (load.computeMs - this.#lastComputeMs) / elapsed);
    this.#lastAt = now;
    this.#lastBusyMs = load.busyMs;
    this.#lastComputeMs = load.computeMs;

    const limit = this.#gpu.tdp_w ?? CARD.fallbackLimitW;
    const share = CARD.idlePower + CARD.busyPower * busy + (1 - CARD.idlePower - CARD.busyPower) * compute;
    const target = CARD.ambientC + CARD.riseAtLimitC * share;
    this.#temperatureC +=
      (target - this.#temperatureC) * (1 - Math.exp(-elapsed / 1000 / CARD.thermalSeconds));
    return Array.from({ length: this.#gpuCount }, (_, index) => ({
      at: at.toISOString(),
      gpu_index: index,
      gpu_uuid: `SIM-${this.#gpu.gpu_model}-${index}`,
      gpu_util_pct: round(100 * busy),
      memory_used_mb: Math.round(this.#memoryUsedMb),
      memory_total_mb: Math.round((this.#gpu.gpu_vram_gb * 1e9) / MB),
      power_w: round(limit * share),
      power_limit_w: limit,
      temperature_c: round(this.#temperatureC),
      sm_clock_mhz: Math.round(
        busy === 0
          ? CARD.idleClockMhz
          : CARD.boostClockMhz - (CARD.boostClockMhz - CARD.baseClockMhz) * compute,
      ),
    }));
  }
}

const round = (value: number): number => Math.round(value * 10) / 10;
