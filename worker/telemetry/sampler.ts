import type { TelemetryRow } from '#contract/worker/protocol.ts';
import { parseEngineMetrics } from './engine-metrics.ts';
import { cpuPercent, readCpuTimes, type CpuTimes } from './host-cpu.ts';
import { NvidiaSmiSampler } from './nvidia-smi.ts';
import { parseSimulatedGpus } from './simulated-gpus.ts';
import { emptyRow } from './telemetry-row.ts';

export interface SamplerOptions {
  /** Root of the model server, without `/v1`. */
  readonly engineUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `simulated`: ask the engine; `local`: nvidia-smi of this machine; `none`: the GPUs are elsewhere. */
  readonly gpus: 'simulated' | 'local' | 'none';
  /** GPUs of this machine that the engine uses, as in CUDA_VISIBLE_DEVICES; null for all. */
  readonly visibleGpus: readonly string[] | null;
  readonly intervalMs: number;
  readonly onRows: (rows: TelemetryRow[]) => void;
}

/** A poll is given up after this; the ones due meanwhile are left out. */
const POLL_LIMIT_MS = 2000;
/** An engine that answered none of so many polls has no such page. */
const GIVE_UP_AFTER = 5;

/** Takes samples of GPUs, host and engine while a job runs, one set each interval; a slow answer is left out, never waited for. */
export class Sampler {
  readonly #options: SamplerOptions;
  readonly #nvidia: NvidiaSmiSampler | null;
  readonly #timer: NodeJS.Timeout;
  readonly #closing = new AbortController();
  readonly #misses = new Map<string, number>();
  readonly #pending = new Set<string>();
  #cpu: CpuTimes = readCpuTimes();

  constructor(options: SamplerOptions) {
    this.#options = options;
    this.#nvidia =
      options.gpus === 'local'
        ? new NvidiaSmiSampler(options.intervalMs, options.visibleGpus, (row) => options.onRows([row]))
        : null;
    this.#timer = setInterval(() => this.#sample(), options.intervalMs);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#closing.abort();
    this.#nvidia?.stop();
  }

  #sample(): void {
    const at = new Date().toISOString();
    const cpu = readCpuTimes();
    this.#options.onRows([{ ...emptyRow(at, 'host'), cpu_pct: cpuPercent(this.#cpu, cpu) }]);
    this.#cpu = cpu;
    void this.#poll('/metrics', (text) => {
      const row = parseEngineMetrics(text, at);
      return row === null ? null : [row];
    });
    if (this.#options.gpus === 'simulated')
      void this.#poll('/sim/telemetry', (text) => parseSimulatedGpus(JSON.parse(text), at));
  }

  async #poll(path: string, parse: (text: string) => TelemetryRow[] | null): Promise<void> {
    if (this.#pending.has(path) || (this.#misses.get(path) ?? 0) >= GIVE_UP_AFTER) return;
    this.#pending.add(path);
    let rows: TelemetryRow[] | null = null;
    try {
      const response = await fetch(this.#options.engineUrl + path, {
        headers: this.#options.headers,
        redirect: 'error',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(POLL_LIMIT_MS)]),
      });
      const text = await response.text();
      if (response.ok) rows = parse(text);
      // Only an answer without figures counts: a busy engine that is late still has the page.
      this.#misses.set(path, rows === null ? (this.#misses.get(path) ?? 0) + 1 : 0);
    } catch {
      // Late, or gone; the job's own watch says which.
    } finally {
      this.#pending.delete(path);
    }
    if (rows !== null && !this.#closing.signal.aborted) this.#options.onRows(rows);
  }
}

/** True when the server says of itself that it is simulated: its figures are no measurement. */
export async function isSimulatedEngine(
  engineUrl: string,
  headers: Readonly<Record<string, string>>,
): Promise<boolean> {
  try {
    const response = await fetch(`${engineUrl}/sim/telemetry`, {
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(2000),
    });
    const text = await response.text();
    return response.ok && parseSimulatedGpus(JSON.parse(text), new Date().toISOString()) !== null;
  } catch {
    return false;
  }
}
