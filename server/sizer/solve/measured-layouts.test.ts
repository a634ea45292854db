import { expect, it } from 'vitest';
import { AI_MODELS } from '#catalog/ai-models/index.ts';
import { GPUS } from '#catalog/gpus/index.ts';
import type { NearestPoint } from '#contract/sizer/solve-response.ts';
import { measuredLayouts } from './measured-layouts.ts';
import { gpu, model, plainPredictor } from './plain-predictor.test-data.ts';

function point(changes: Partial<NearestPoint>): NearestPoint {
  return {
    point_id: 'p',
    similarity: 0.5,
    model_code: 'deepseek-v3',
    gpu_model: 'b200-sxm',
    framework: 'sglang',
    framework_version: null,
    precision: 'fp8',
    gpus: 8,
    tp: 8,
    ep: 1,
    dp: 1,
    isl: 1024,
    osl: 1024,
    concurrency: 4,
    ttft_ms: 1,
    tpot_ms: 1,
    tokens_per_sec_per_gpu: 1,
    measured_on: null,
    source: 'test',
    provenance: 'published',
    job_id: null,
    ...changes,
  };
}

it('lists how a model was measured on a GPU, most measured first, also for its twins in architecture', () => {
  const predictor = {
    ...plainPredictor(),
    nearest: () => [
      point({ framework: 'trt-llm', tp: 1, dp: 8, ep: 8 }),
      point({}),
      point({ concurrency: 8 }),
      point({ gpu_model: 'h200-sxm' }),
      point({ model_code: 'llama-3.1-8b' }),
      point({ framework: 'unheard-of' }),
    ],
  };
  // DeepSeek-R1 has the architecture of DeepSeek-V3.
  const layouts = measuredLayouts(predictor, AI_MODELS, GPUS, model('deepseek-r1'), gpu('b200-sxm'));
  expect(layouts).toEqual([
    { framework: 'sglang', precision: 'fp8', parallelism: { tp: 8, pp: 1, ep: 1, dp: 1 }, points: 2 },
    { framework: 'trt-llm', precision: 'fp8', parallelism: { tp: 1, pp: 1, ep: 8, dp: 8 }, points: 1 },
  ]);
  expect(measuredLayouts(predictor, AI_MODELS, GPUS, model('qwen3-32b'), gpu('b200-sxm'))).toEqual([]);
});
