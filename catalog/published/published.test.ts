import { describe, expect, it } from 'vitest';
import { findAiModel } from '#catalog/ai-models/index.ts';
import { findGpu } from '#catalog/gpus/index.ts';
import { parseCsvTable } from './csv-table.ts';
import { PUBLISHED_MODELS } from './published-result.ts';
import { closedLoopTokensPerSec, readPublishedResults } from './published.ts';

const rows = readPublishedResults();
const serving = rows.filter((row) => row.source_key === 'aiconfigurator-095f58a5');
const mlperf = rows.filter((row) => row.source_key === 'mlperf-v5.1');

describe('published results', () => {
  it('carries every row over, once', () => {
    expect(mlperf).toHaveLength(421);
    expect(serving).toHaveLength(420);
    expect(new Set(rows.map((row) => `${row.source_key} ${row.external_id}`)).size).toBe(rows.length);
  });

  it('names only models and GPUs that exist', () => {
    for (const row of rows) {
      const known =
        findAiModel(row.model_code) ?? PUBLISHED_MODELS.find((model) => model.model_code === row.model_code);
      expect(known, row.model_code).toBeDefined();
      if (row.gpu_model !== null) expect(findGpu(row.gpu_model), row.gpu_model).toBeDefined();
    }
  });

  it('keeps what MLPerf does not say null', () => {
    const offline = mlperf.filter((row) => row.scenario === 'Offline');
    expect(offline.length).toBeGreaterThan(190);
    expect(offline.every((row) => row.ttft_p50_ms === null && row.tpot_p99_ms === null)).toBe(true);
    const single = mlperf.find((row) => row.scenario === 'SingleStream');
    expect(single).toMatchObject({ tokens_per_sec: null, ttft_p50_ms: 177.751, gpu_model: null });
    const cpu = mlperf.find((row) => row.accelerator === null);
    expect(cpu).toMatchObject({ gpu_count: null, gpu_model: null, tokens_per_sec_per_gpu: null });
  });

  it('quotes a known row exactly', () => {
    const path =
      'mlcommons/inference_results_v5.1/closed/AMD/results/8xMI300X_2xEPYC_9575F/llama2-70b-99.9/Interactive';
    expect(mlperf.find((row) => row.external_id === path)).toMatchObject({
      model_code: 'llama-2-70b',
      gpu_model: 'mi300x',
      gpu_count: 8,
      framework_code: 'vllm',
      tokens_per_sec: 8840.42,
      requests_per_sec: 29.41,
      ttft_p50_ms: 198.602,
      ttft_p99_ms: 435.976,
      e2e_p99_ms: 30354.675,
    });
  });

  it('counts mixed clusters whole and gives them no GPU slug', () => {
    const mixed = mlperf.filter((row) => row.accelerator?.includes('(x16)'));
    expect(new Set(mixed.map((row) => row.gpu_count))).toEqual(new Set([48, 24]));
    expect(mixed.every((row) => row.gpu_model === null)).toBe(true);
  });

  it('holds whole concurrency curves', () => {
    const curves = new Map<string, typeof serving>();
    for (const row of serving) {
      const key = row.external_id.replace(/\/c\d+\//, '/');
      curves.set(key, [...(curves.get(key) ?? []), row]);
    }
    expect(curves.size).toBe(78);
    for (const [key, curve] of curves) {
      expect(new Set(curve.map((row) => row.concurrency)).size, key).toBe(curve.length);
      expect(curve.length, key).toBeGreaterThanOrEqual(4);
    }
    expect(new Set(serving.map((row) => row.model_code)).size).toBe(9);
    expect(new Set(serving.map((row) => row.gpu_model)).size).toBe(5);
    expect(serving.every((row) => row.quantization_code !== null && row.framework_version !== null)).toBe(
      true,
    );
  });

  it('derives throughput by the law it states', () => {
    // 4 in flight, 1 s + 100 x 10 ms = 2 s each: 2 requests a second of 101 tokens.
    expect(closedLoopTokensPerSec(4, 101, 1000, 10)).toBeCloseTo(202, 9);
    expect(serving.every((row) => row.throughput_is_derived && row.requests_per_sec === null)).toBe(true);
  });
});

describe('parseCsvTable', () => {
  it('reads quoted cells, doubled quotes and empty cells', () => {
    expect(parseCsvTable('a,b,c\n"x, ""y""",,3\n,,\n', ['a', 'b', 'c'])).toEqual([
      { a: 'x, "y"', b: '', c: '3' },
      { a: '', b: '', c: '' },
    ]);
  });

  it('refuses another header and a short row', () => {
    expect(() => parseCsvTable('a,b\n', ['b', 'a'])).toThrow('header');
    expect(() => parseCsvTable('a,b\n1\n', ['a', 'b'])).toThrow('cells');
  });
});
