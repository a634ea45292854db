import type { TelemetryRow } from '#contract/worker/protocol.ts';
import { emptyRow } from './telemetry-row.ts';

/**
 * Names of the same three gauges: vLLM (`kv_cache_usage_perc` since v1, `gpu_cache_usage_perc` before), SGLang,
 * llama.cpp. Cache usage is a share of 1 in all of them, whatever the name says.
 */
const RUNNING = ['vllm:num_requests_running', 'sglang:num_running_reqs', 'llamacpp:requests_processing'];
const WAITING = ['vllm:num_requests_waiting', 'sglang:num_queue_reqs', 'llamacpp:requests_deferred'];
const CACHE = [
  'vllm:kv_cache_usage_perc',
  'vllm:gpu_cache_usage_perc',
  'sglang:token_usage',
  'llamacpp:kv_cache_usage_ratio',
];

/** Reads a Prometheus text page into a row (requests, requests, %); null when it has none of the gauges known here. */
export function parseEngineMetrics(text: string, at: string): TelemetryRow | null {
  const values = readGauges(text);
  const running = sum(pick(values, RUNNING));
  const waiting = sum(pick(values, WAITING));
  const cache = mean(pick(values, CACHE));
  if (running === null && waiting === null && cache === null) return null;
  return {
    ...emptyRow(at, 'engine'),
    engine_running: running,
    engine_waiting: waiting,
    kv_cache_pct: cache === null ? null : cache * 100,
  };
}

/** Values by metric name; several label sets (data-parallel engines) give several values. */
function readGauges(text: string): Map<string, number[]> {
  const values = new Map<string, number[]>();
  for (const line of text.split('\n')) {
    const match = /^([A-Za-z_:][\w:]*)(?:\{.*\})?\s+(\S+)/.exec(line);
    if (match === null) continue;
    const [, name = '', value] = match;
    const number = Number(value);
    if (!Number.isFinite(number)) continue;
    values.set(name, [...(values.get(name) ?? []), number]);
  }
  return values;
}

function pick(values: Map<string, number[]>, names: readonly string[]): number[] {
  for (const name of names) {
    const found = values.get(name);
    if (found !== undefined) return found;
  }
  return [];
}

function sum(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((a, b) => a + b, 0);
}

function mean(values: readonly number[]): number | null {
  const total = sum(values);
  return total === null ? null : total / values.length;
}
