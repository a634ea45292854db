import { describe, expect, it } from 'vitest';
import { findAiModel } from '#catalog/ai-models/index.ts';
import { findGpu } from '#catalog/gpus/index.ts';
import { deploymentShape } from './deployment-shape.ts';
import { activationMs, throughputFloorMs } from './throughput-floor.ts';

function shapeOf(modelCode: string, tp: number) {
  const model = findAiModel(modelCode);
  const gpu = findGpu('h200-sxm');
  if (model === undefined || gpu === undefined) throw new Error('catalog');
  const shape = deploymentShape({
    mode: 'aggregated',
    model,
    gpu,
    framework: 'trt-llm',
    frameworkVersion: null,
    precision: 'fp8',
    kvPrecision: 'fp8',
    parallelism: { tp, pp: 1, ep: 1, dp: 1 },
    isl: 300,
    osl: 300,
    concurrency: 800,
  });
  return { model, shape };
}

describe('activationMs', () => {
  it('is 2 bytes · (28·hidden + 9·MLP width) a layer over the bandwidth: Llama-3.1-70B on H200', () => {
    const { model, shape } = shapeOf('llama-3.1-70b', 1);
    // 80 layers · (28 · 8,192 + 9 · 28,672) · 2 B / 4.8e9 B a ms = 16.2 µs a token.
    expect(activationMs(model, shape)).toBeCloseTo((80 * (28 * 8192 + 9 * 28_672) * 2) / 4.8e9, 9);
  });

  it('is shared by the GPUs of a tensor-parallel group', () => {
    const one = shapeOf('llama-3.1-70b', 1);
    const four = shapeOf('llama-3.1-70b', 4);
    expect(activationMs(four.model, four.shape)).toBeCloseTo(activationMs(one.model, one.shape) / 4, 12);
  });

  it('adds a copy and the columns of each expert picked: Mixtral 8x7B, 2 of 8', () => {
    const { model, shape } = shapeOf('mixtral-8x7b-v0.1', 1);
    const values = 32 * (28 * 4096 + 2 * 6 * 4096 + 9 * 2 * 14_336);
    expect(activationMs(model, shape)).toBeCloseTo((2 * values) / 4.8e9, 9);
  });
});

describe('throughputFloorMs', () => {
  it('adds KV reads, arithmetic, experts, all-reduce and activations, one after another', () => {
    const step = { kvMs: 4, expertFlopMs: 1, flopMs: 10, attentionFlopMs: 2, allReduceMs: 3, tokens: 1000 };
    // 1.25·4 + 1.4·(10 + 2) + 2.8·1 + 3 + 1000·0.016.
    expect(throughputFloorMs(step, 0.016)).toBeCloseTo(5 + 16.8 + 2.8 + 3 + 16, 9);
  });

  it('explains an H200 at MLPerf’s llama2-70b Offline within a tenth: 4,352 tokens/s for 593 tokens a request', () => {
    const { model, shape } = shapeOf('llama-3.1-70b', 1);
    const running = 800;
    const tokens = running * (1 + 300 / 293);
    const flopMs = (tokens * 2 * 69e9) / 1979e9;
    const kvMs = (running * (300 + 147) * 163_840) / 4.8e9;
    const stepMs = throughputFloorMs(
      { kvMs, expertFlopMs: 0, flopMs, attentionFlopMs: 0, allReduceMs: 0, tokens },
      activationMs(model, shape),
    );
    expect(Math.abs((running * 1000) / stepMs / 4352 - 1)).toBeLessThan(0.1);
  });
});
