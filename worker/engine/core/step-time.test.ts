import { describe, expect, it } from 'vitest';
import { AI_MODELS, findAiModel } from '#catalog/ai-models/index.ts';
import { GPUS, findGpu } from '#catalog/gpus/index.ts';
import { findQuantization } from '#catalog/quantizations/index.ts';
import { createStepTimeModel } from './step-time.ts';

function create(gpuModel: string, gpuCount: number, modelCode: string, precision = 'fp16') {
  const [gpu, model, quantization] = [findGpu(gpuModel), findAiModel(modelCode), findQuantization(precision)];
  if (!gpu || !model || !quantization) throw new Error('catalog');
  return createStepTimeModel({ gpu, gpuCount, model, quantization, gpuMemoryUtilization: 0.9 });
}

const prefill = (tokens: number) => ({
  decodeSequences: 0,
  decodeContextTokens: 0,
  prefillTokens: tokens,
  prefillContextTokens: (tokens * (tokens + 1)) / 2,
});
const decode = (sequences: number, context: number) => ({
  decodeSequences: sequences,
  decodeContextTokens: sequences * context,
  prefillTokens: 0,
  prefillContextTokens: 0,
});

describe('step time', () => {
  // The reference table of llm-d-inference-sim for a lone request; 2,048 prompt tokens are our reading of it.
  it.each([
    ['llama-3.1-8b', 1, [60, 120], [10, 15]],
    ['llama-3.1-70b', 8, [150, 250], [18, 28]],
  ] as const)('puts %s on %i H100 in the public table', (model, gpus, ttft, itl) => {
    const time = create('h100-sxm', gpus, model);
    const first = time.frontendMs + time.stepMs(prefill(2048)).ms;
    expect(first).toBeGreaterThan(ttft[0]);
    expect(first).toBeLessThan(ttft[1]);
    const gap = time.stepMs(decode(1, 2048)).ms;
    expect(gap).toBeGreaterThan(itl[0]);
    expect(gap).toBeLessThan(itl[1]);
  });

  it('grows with batch, context and prompt', () => {
    const { stepMs } = create('h100-sxm', 1, 'llama-3.1-8b');
    expect(stepMs(decode(64, 1000)).ms).toBeGreaterThan(stepMs(decode(1, 1000)).ms);
    expect(stepMs(decode(64, 8000)).ms).toBeGreaterThan(stepMs(decode(64, 1000)).ms);
    expect(stepMs(prefill(8000)).ms / stepMs(prefill(4000)).ms).toBeGreaterThan(1.9);
  });

  it('is faster on a faster GPU, on more of them, and in fewer bytes', () => {
    const gap = (gpu: string, n: number, precision: string) =>
      create(gpu, n, 'llama-3.1-70b', precision).stepMs(decode(16, 1000)).ms;
    expect(gap('b200-sxm', 4, 'fp16')).toBeLessThan(gap('h100-sxm', 4, 'fp16'));
    expect(gap('h100-sxm', 4, 'fp16')).toBeLessThan(gap('h100-sxm', 2, 'fp16'));
    expect(gap('h100-sxm', 4, 'fp8')).toBeLessThan(gap('h100-sxm', 4, 'fp16'));
  });

  it('reads only the experts that a batch touches', () => {
    const { stepMs } = create('h100-sxm', 1, 'qwen3-30b-a3b');
    // 3 B active of 30.5 B: one sequence reads far less than a batch that touches every expert.
    expect(stepMs(decode(256, 100)).ms).toBeGreaterThan(2 * stepMs(decode(1, 100)).ms);
  });

  it('leaves for the KV cache what weights and reserve leave', () => {
    const time = create('h100-sxm', 1, 'llama-3.1-8b');
    // 80 x 0.9 - 8.03 x 2 - 3 GB over 131,072 bytes a token.
    expect(time.kvCapacityTokens).toBe(Math.floor(((72 - 16.06 - 3) * 1e9) / 131_072));
    expect(create('h100-sxm', 1, 'llama-3.1-70b').kvCapacityTokens).toBeLessThan(0);
  });

  it('is a finite positive time for every GPU and model', () => {
    for (const gpu of GPUS) {
      for (const model of AI_MODELS) {
        const { ms } = create(gpu.gpu_model, 8, model.model_code, 'fp8').stepMs(decode(32, 500));
        expect(ms, `${gpu.gpu_model} ${model.model_code}`).toBeGreaterThan(1);
        expect(ms, `${gpu.gpu_model} ${model.model_code}`).toBeLessThan(2000);
      }
    }
  });
});
