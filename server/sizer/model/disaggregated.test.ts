import { describe, expect, it } from 'vitest';
import { findAiModel } from '#catalog/ai-models/index.ts';
import { findGpu } from '#catalog/gpus/index.ts';
import {
  balancedPrefillWorkers,
  balancedRate,
  closedLoopWaitMs,
  DISAGGREGATED_COEFFICIENTS,
  disaggregatedGpus,
  disaggregatedParts,
  disaggregatedPrefillMs,
  disaggregatedState,
} from './disaggregated.ts';
import type { DisaggregatedPoint } from './serving-point.ts';

function point(change: Partial<DisaggregatedPoint> = {}): DisaggregatedPoint {
  const model = findAiModel('deepseek-r1');
  const gpu = findGpu('b200-sxm');
  if (model === undefined || gpu === undefined) throw new Error('catalog');
  return {
    mode: 'disaggregated',
    model,
    gpu,
    framework: 'trt-llm',
    frameworkVersion: null,
    precision: 'fp8',
    kvPrecision: null,
    isl: 8192,
    osl: 1024,
    concurrency: 64,
    prefill: { workers: 1, parallelism: { tp: 1, pp: 1, dp: 8, ep: 8 } },
    decode: { workers: 2, parallelism: { tp: 8, pp: 1, dp: 1, ep: 8 } },
    ...change,
  };
}

describe('disaggregatedParts', () => {
  it('sends the KV cache of a prompt over the network: 35,136 B a token at fp8, 50 GB/s', () => {
    // 0.9 · 8,192 tokens · 61 layers · (512 + 64) · 1 B / 50e6 B a ms.
    expect(disaggregatedParts(point()).kvTransferMs).toBeCloseTo((0.9 * 8192 * 35_136) / 50e6, 6);
  });

  it('sends it over NVLink inside one NVL72 domain: 900 GB/s', () => {
    const gpu = findGpu('gb200-nvl72');
    if (gpu === undefined) throw new Error('catalog');
    expect(disaggregatedParts(point({ gpu })).kvTransferMs).toBeCloseTo((0.9 * 8192 * 35_136) / 900e6, 6);
  });

  it('reads the latent KV cache whole on each GPU of a tensor-parallel group, split over attention groups', () => {
    const tensor = disaggregatedParts(point());
    const context = 0.9 * (8192 + 512);
    expect(tensor.kvMsPerRequest).toBeCloseTo((context * 35_136) / 8e9, 8);
    const data = disaggregatedParts(
      point({ decode: { workers: 2, parallelism: { tp: 1, pp: 1, dp: 8, ep: 8 } } }),
    );
    expect(data.kvMsPerRequest).toBeCloseTo((context * 35_136) / 8e9 / 8, 8);
  });

  it('counts the GPUs of both pools', () => {
    expect(disaggregatedGpus(point())).toBe(24);
  });
});

describe('closedLoopWaitMs', () => {
  it('is nothing for one client', () => {
    expect(closedLoopWaitMs(1, 10, 1, 500)).toBeCloseTo(0, 9);
  });

  it('is all other clients’ service where nobody is ever elsewhere', () => {
    expect(closedLoopWaitMs(100, 10, 1, 0)).toBeCloseTo(990, 6);
  });

  it('nears clients · service / servers − elsewhere when the pool is the bottleneck', () => {
    expect(closedLoopWaitMs(1000, 10, 2, 1000)).toBeGreaterThan(4000 - 10);
    expect(closedLoopWaitMs(1000, 10, 2, 1000)).toBeLessThan(4000 + 10);
  });
});

describe('disaggregatedState', () => {
  const at = (change: Partial<DisaggregatedPoint>) =>
    disaggregatedState(disaggregatedParts(point(change)), DISAGGREGATED_COEFFICIENTS, 80);

  it('grows with concurrency: TTFT, TPOT and throughput', () => {
    let last = { ttft: 0, tpot: 0, rate: 0 };
    for (const concurrency of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096]) {
      const state = at({ concurrency });
      const rate = concurrency / (state.ttftMs + 0.9 * 1024 * state.tpotMs);
      expect(state.ttftMs).toBeGreaterThanOrEqual(last.ttft);
      expect(state.tpotMs).toBeGreaterThanOrEqual(last.tpot);
      expect(rate).toBeGreaterThan(last.rate * 0.999);
      last = { ttft: state.ttftMs, tpot: state.tpotMs, rate };
    }
  });

  it('never completes more than the prefill pool can take in', () => {
    const many = point({ concurrency: 4096 });
    const state = disaggregatedState(disaggregatedParts(many), DISAGGREGATED_COEFFICIENTS, 200);
    const { busyMs } = disaggregatedPrefillMs(disaggregatedParts(many), DISAGGREGATED_COEFFICIENTS);
    expect(4096 / (state.ttftMs + 0.9 * 1024 * state.tpotMs)).toBeLessThanOrEqual(1 / busyMs);
    expect(state.prefillLoad).toBeGreaterThan(0.95);
  });

  it('leaves TPOT to decode alone: a prompt of twice the length costs KV reads, no interruption', () => {
    const light = at({ concurrency: 8, isl: 4096 });
    const heavy = at({ concurrency: 8, isl: 8192 });
    expect(heavy.ttftMs).toBeGreaterThan(1.3 * light.ttftMs);
    expect(heavy.tpotMs).toBeLessThan(1.05 * light.tpotMs);
  });

  it('waits less with more prefill workers', () => {
    const prefill = { workers: 4, parallelism: { tp: 1, pp: 1, dp: 8, ep: 8 } };
    expect(at({ concurrency: 512, prefill }).ttftMs).toBeLessThan(at({ concurrency: 512 }).ttftMs);
  });
});

describe('balance of the pools', () => {
  it('carries the lesser of 0.9 of prefill and 0.92 of decode', () => {
    expect(balancedRate(2, 10, 3, 5)).toBeCloseTo(13.8, 9);
    expect(balancedRate(1, 10, 3, 5)).toBeCloseTo(9, 9);
  });

  it('takes as many prefill workers as decode needs: 13.8 a second at 9 each is 2', () => {
    expect(balancedPrefillWorkers(3, 10, 5)).toBe(2);
    expect(balancedPrefillWorkers(1, 100, 5)).toBe(1);
  });
});
