import { describe, expect, it } from 'vitest';
import { SHIPPED_CATALOG } from '../calibration/observation.ts';
import { allReduceMs, allReduceRounds } from './communication.ts';
import { decodeStep, touchedShare } from './decode.ts';
import { deploymentShape, kvReadBytes } from './deployment-shape.ts';
import { prefillPass } from './prefill.ts';
import {
  endToEndMs,
  prefillLoad,
  queueFactor,
  slotWaitMs,
  softMinimum,
  tokensPerSecPerGpu,
} from './queue.ts';
import type { ServingPoint } from './serving-point.ts';

function point(model: string, gpu: string, changes: Partial<ServingPoint> = {}): ServingPoint {
  const modelFact = SHIPPED_CATALOG.models.get(model);
  const gpuFact = SHIPPED_CATALOG.gpus.get(gpu);
  if (modelFact === undefined || gpuFact === undefined) throw new Error('not in the catalog');
  return {
    mode: 'aggregated',
    model: modelFact,
    gpu: gpuFact,
    framework: 'vllm',
    frameworkVersion: null,
    precision: 'bf16',
    kvPrecision: null,
    parallelism: { tp: 1, pp: 1, dp: 1, ep: 1 },
    isl: 1024,
    osl: 1024,
    concurrency: 1,
    ...changes,
  };
}

describe('deploymentShape', () => {
  it('reads the KV bytes that the architectures publish', () => {
    // DeepSeek: 61 layers · (512 + 64) · 2 bytes = 70,272 a token, not divided by tensor parallelism.
    const deepseek = deploymentShape(
      point('deepseek-r1', 'h200-sxm', { parallelism: { tp: 8, pp: 1, dp: 1, ep: 1 } }),
    );
    expect(kvReadBytes(deepseek, 1000)).toBe(70_272_000);
    // gpt-oss: 36,864 growing and as much in windows of 128 tokens.
    const gptOss = deploymentShape(point('gpt-oss-120b', 'h100-sxm'));
    expect(kvReadBytes(gptOss, 1000)).toBe(36_864 * 1000 + 36_864 * 128);
    // Llama-3.1-70B: 2 · 80 layers · 8 heads · 128 · 2 bytes, over 4 GPUs; heads are copied beyond 8.
    const llama = (tp: number) =>
      deploymentShape(point('llama-3.1-70b', 'h100-sxm', { parallelism: { tp, pp: 1, dp: 1, ep: 1 } }));
    expect(kvReadBytes(llama(4), 1)).toBe(327_680 / 4);
    expect(kvReadBytes(llama(16), 1)).toBe(327_680 / 8);
  });

  it('puts the weights of a dense model on one GPU, and shares them by tensor parallelism', () => {
    // Qwen3-32B: 31.2 B in layers and 2 · 0.778 B of embedding and head, 2 bytes each.
    const one = deploymentShape(point('qwen3-32b', 'h100-sxm'));
    expect(one.weightBytes / 1e9).toBeCloseTo(65.5, 0);
    const two = deploymentShape(
      point('qwen3-32b', 'h100-sxm', { parallelism: { tp: 2, pp: 1, dp: 1, ep: 1 } }),
    );
    expect(two.weightBytes).toBeCloseTo(one.weightBytes / 2, -3);
    expect(two.denseBytes).toBeCloseTo(one.denseBytes / 2, -3);
  });

  it('copies attention to every attention group', () => {
    const layout = (tp: number, dp: number) =>
      deploymentShape(
        point('deepseek-r1', 'b200-sxm', { precision: 'fp8', parallelism: { tp, pp: 1, dp, ep: 8 } }),
      );
    expect(layout(1, 8).denseBytes).toBeGreaterThan(5 * layout(8, 1).denseBytes);
    expect(layout(1, 8).expertBytes).toBe(layout(8, 1).expertBytes);
  });

  it('halves the memory of KV cache in 8 bits', () => {
    const wide = deploymentShape(point('qwen3-32b', 'h100-sxm', { precision: 'fp8', kvPrecision: 'bf16' }));
    const narrow = deploymentShape(point('qwen3-32b', 'h100-sxm', { precision: 'fp8', kvPrecision: 'fp8' }));
    expect(narrow.kvStoredShare).toBe(wide.kvStoredShare / 2);
  });
});

describe('decodeStep', () => {
  it('is the bytes of the weights over the bandwidth', () => {
    // 64 GB read at 3.35 TB/s: 19 ms (the input embedding is not read).
    const step = decodeStep(deploymentShape(point('qwen3-32b', 'h100-sxm')), 1, 1);
    expect(step.denseMs).toBeCloseTo(63.97e9 / 3.35e9, 1);
    expect(step.expertMs).toBe(0);
    expect(step.kiloRounds).toBe(0);
  });

  it('touches k/E experts alone and nearly all in a batch', () => {
    expect(touchedShare(8 / 256, 1)).toBeCloseTo(8 / 256, 12);
    expect(touchedShare(8 / 256, 96)).toBeCloseTo(0.953, 3);
  });

  it('grows with the batch in KV cache only', () => {
    const shape = deploymentShape(point('llama-3.1-8b', 'h100-sxm'));
    const one = decodeStep(shape, 1, 1000);
    const ten = decodeStep(shape, 10, 1000);
    // 131,072 bytes a token · 1,000 tokens / 3.35 TB/s.
    expect(one.kvMs).toBeCloseTo(131_072_000 / 3.35e9, 6);
    expect(ten.kvMs).toBeCloseTo(10 * one.kvMs, 9);
    expect(ten.denseMs).toBe(one.denseMs);
  });
});

describe('prefillPass', () => {
  it('is two FLOP per active weight and token over the peak', () => {
    const shape = deploymentShape(point('llama-3.1-8b', 'h100-sxm'));
    const pass = prefillPass(shape, 1024);
    // 6.98 B weights in layers: 2 · 6.98e9 · 1,024 / 989 TFLOPS = 14.5 ms.
    expect(pass.flopMs).toBeCloseTo(14.45, 1);
    // Causal: 4 · 1024² / 2 · 32 layers · 32 heads · 128 / 989 TFLOPS.
    expect(pass.attentionMs).toBeCloseTo((2 * 1024 ** 2 * 32 * 32 * 128) / 989e9, 6);
    expect(pass.allReduceMs).toBe(0);
  });
});

describe('communication', () => {
  it('counts ring bytes and latency rounds', () => {
    expect(allReduceRounds(1)).toBe(0);
    expect(allReduceRounds(8)).toBe(4);
    expect(allReduceMs(450e6, 8, 450e6)).toBeCloseTo(2 * (7 / 8), 12);
  });

  it('crosses nodes at the scale-out rate', () => {
    const rate = (tp: number) =>
      deploymentShape(point('deepseek-r1', 'h100-sxm', { parallelism: { tp, pp: 1, dp: 1, ep: 1 } }))
        .linkBytesPerMs;
    expect(rate(8)).toBe(450e6);
    expect(rate(16)).toBe(50e6);
  });
});

describe('queue', () => {
  it('keeps the lesser of what is asked and what fits', () => {
    expect(softMinimum(8, 1000)).toBe(8);
    expect(softMinimum(1000, 8)).toBe(8);
    expect(softMinimum(100, 100)).toBeCloseTo(100 * 2 ** (-1 / 20), 9);
  });

  it('waits one service time when twice as many ask as run', () => {
    expect(slotWaitMs(64, 32, 5000)).toBe(5000);
    expect(slotWaitMs(16, 32, 5000)).toBe(0);
  });

  it('follows Little’s law', () => {
    // 32 in flight, 1,000 tokens in 500 ms + 999 · 10 ms, on 4 GPUs.
    const e2e = endToEndMs(500, 10, 1000);
    expect(e2e).toBe(10_490);
    expect(tokensPerSecPerGpu(32, 1000, e2e, 4)).toBeCloseTo(762.6, 1);
    expect(prefillLoad(32, 100, 10_000)).toBeCloseTo(3200 / 10_100, 12);
    expect(queueFactor(0.999)).toBeCloseTo(0.999 / 0.021, 9);
  });
});
