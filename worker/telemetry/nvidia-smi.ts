import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { TelemetryRow } from '#contract/worker/protocol.ts';
import { emptyRow } from './telemetry-row.ts';

/** Fields asked of nvidia-smi, in this order. `power.draw` is an average over about a second on recent GPUs. */
const FIELDS = [
  'index',
  'uuid',
  'utilization.gpu',
  'memory.used',
  'memory.total',
  'power.draw',
  'enforced.power.limit',
  'temperature.gpu',
  'clocks.current.sm',
];

/** Parts of a line of `--format=csv,noheader`, without the spaces around them. */
export function splitCsvLine(line: string): string[] {
  return line.split(',').map((part) => part.trim());
}

/** A figure of nvidia-smi; null for `[N/A]`, `[Not Supported]`, `[Unknown Error]` and anything else that is not a number. */
export function parseNumber(text: string | undefined): number | null {
  if (text === undefined || !/^-?\d+(\.\d+)?$/.test(text)) return null;
  return Number(text);
}

/** Memory of nvidia-smi, which counts in MiB, as MB. */
export function parseMemoryMb(text: string | undefined): number | null {
  const mib = parseNumber(text);
  return mib === null ? null : Math.round(mib * 1.048576);
}

/** One line of the sampling command as a row (%, MB, W, °C, MHz); null for a line that is none. */
export function parseGpuSample(line: string, at: string): TelemetryRow | null {
  const [index, uuid, util, used, total, power, limit, temperature, clock] = splitCsvLine(line);
  const gpuIndex = parseNumber(index);
  if (gpuIndex === null || uuid === undefined || clock === undefined) return null;
  return {
    ...emptyRow(at, 'gpu'),
    gpu_index: gpuIndex,
    gpu_uuid: uuid,
    gpu_util_pct: parseNumber(util),
    memory_used_mb: parseMemoryMb(used),
    memory_total_mb: parseMemoryMb(total),
    power_w: parseNumber(power),
    power_limit_w: parseNumber(limit),
    temperature_c: parseNumber(temperature),
    sm_clock_mhz: parseNumber(clock),
  };
}

/**
 * Samples all GPUs with one long-lived nvidia-smi, a row a GPU each `intervalMs`. Where the program is absent or ends,
 * no rows come. `visible` limits to these indexes or UUIDs (the meaning of CUDA_VISIBLE_DEVICES).
 */
export class NvidiaSmiSampler {
  readonly #child: ChildProcess;

  constructor(intervalMs: number, visible: readonly string[] | null, onRow: (row: TelemetryRow) => void) {
    this.#child = spawn(
      'nvidia-smi',
      [`--query-gpu=${FIELDS.join(',')}`, '--format=csv,noheader,nounits', `--loop-ms=${intervalMs}`],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    this.#child.on('error', () => undefined);
    if (this.#child.stdout === null) return;
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const row = parseGpuSample(line, new Date().toISOString());
      if (row !== null && isVisible(row, visible)) onRow(row);
    });
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }
}

function isVisible(row: TelemetryRow, visible: readonly string[] | null): boolean {
  return (
    visible === null ||
    visible.includes(String(row.gpu_index)) ||
    visible.some((id) => row.gpu_uuid?.startsWith(id) === true && id.startsWith('GPU-'))
  );
}
