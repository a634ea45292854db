import { describe, expect, it } from 'vitest';
import { AI_MODELS } from '#catalog/ai-models/index.ts';
import { GPUS } from '#catalog/gpus/index.ts';
import { solveResponseSchema, type SolveResponse } from '#contract/sizer/solve-response.ts';
import type { Predictor } from '../calibration/predictor.ts';
import type { DisaggregatedPoint, ServingPoint } from '../model/serving-point.ts';
import { plainPredictor } from './plain-predictor.test-data.ts';
import { isAnswer } from './solve-outcome.ts';
import { createSolver } from './solver.ts';

/** A solver that notes the points it asked the model about. */
function listening(changes: Partial<Predictor> = {}) {
  const asked: (ServingPoint | DisaggregatedPoint)[] = [];
  const plain = plainPredictor();
  const predictor: Predictor = {
    ...plain,
    predict: (point) => {
      asked.push(point);
      return plain.predict(point);
    },
    ...changes,
  };
  const solver = createSolver({ predictor, gpus: GPUS, models: AI_MODELS });
  const estimate = (features: Record<string, unknown>): SolveResponse => {
    const outcome = solver.solve({
      fit: { modality_code: 'llm' },
      solve_for_many: [
        'm_tput_per_gpu',
        'vram_per_gpu_gb',
        'ttft_p50_ms',
        'kv_cache_gb',
        'tpot_p50_ms',
        'e2e_p50_ms',
      ],
      features,
    });
    if (!isAnswer(outcome)) throw outcome;
    return solveResponseSchema.parse(outcome);
  };
  return { asked, estimate };
}

const DENSE = {
  display_model: 'Llama-3.1-70B',
  framework: 'trt-llm',
  precision: 'fp8',
  allowed_gpu_models: ['h200-sxm'],
  isl: 1000,
  osl: 101,
};
const MOE = { ...DENSE, display_model: 'DeepSeek-R1', allowed_gpu_models: ['b200-sxm'] };

describe('scalar estimates', () => {
  it('are of exactly the deployment asked for', () => {
    const { asked, estimate } = listening();
    const { scalar_results } = estimate({ ...DENSE, decode_tp: 4, gpu_count: 4, conc: 64 });
    expect(asked.at(-1)).toMatchObject({
      parallelism: { tp: 4, pp: 1, ep: 1, dp: 1 },
      framework: 'trt-llm',
      frameworkVersion: null,
      precision: 'fp8',
      isl: 1000,
      osl: 101,
      concurrency: 64,
    });
    // TTFT 100 + 640, TPOT 10 + 16, E2E 740 + 100 · 26 = 3,340 ms; 64 · 101 / 3.34 over 4 GPUs.
    expect(scalar_results['ttft_p50_ms']).toMatchObject({ value: 740, low: 666, high: 814, unit: 'ms' });
    expect(scalar_results['tpot_p50_ms']).toMatchObject({ value: 26, unit: 'ms' });
    expect(scalar_results['e2e_p50_ms']).toMatchObject({ value: 3_340, unit: 'ms' });
    expect(scalar_results['m_tput_per_gpu']?.value).toBeCloseTo((64 * 101) / 3.34 / 4, 3);
    expect(scalar_results['m_tput_per_gpu']?.unit).toBe('tokens/s/GPU');
  });

  it('count KV cache over the whole deployment, each request once', () => {
    const { estimate } = listening();
    const { scalar_results } = estimate({
      ...DENSE,
      decode_tp: 4,
      gpu_count: 4,
      conc: 64,
      kv_precision: 'bf16',
    });
    // 80 layers · 2 · 8 KV heads · 128 · 2 B = 327,680 B a token; 64 · 1,101 tokens.
    expect(scalar_results['kv_cache_gb']).toMatchObject({ unit: 'GB', low: null, high: null });
    expect(scalar_results['kv_cache_gb']?.value).toBeCloseTo((64 * 1_101 * 327_680) / 1e9, 3);
    // A quarter of it and of some 70 GB of weights on each GPU, and the overheads.
    const vram = scalar_results['vram_per_gpu_gb']?.value ?? 0;
    expect(vram).toBeGreaterThan((64 * 1_101 * 327_680) / 4e9 + 70.5 / 4);
    expect(vram).toBeLessThan((64 * 1_101 * 327_680) / 4e9 + 70.5 / 4 + 8);
  });

  it('share the load between replicas of a dense model', () => {
    const { asked, estimate } = listening();
    const { scalar_results } = estimate({ ...DENSE, decode_tp: 2, gpu_count: 8, conc: 64 });
    expect(asked.at(-1)).toMatchObject({ parallelism: { tp: 2, dp: 1 }, concurrency: 16 });
    // Four replicas with 16 each: TTFT 260, TPOT 14, E2E 1,660 ms.
    expect(scalar_results['m_tput_per_gpu']?.value).toBeCloseTo((64 * 101) / 1.66 / 8, 3);
  });

  it('take GPUs beyond TP as attention data parallelism for a mixture of experts', () => {
    const { asked, estimate } = listening();
    estimate({ ...MOE, decode_tp: 1, gpu_count: 8, conc: 64 });
    expect(asked.at(-1)).toMatchObject({ parallelism: { tp: 1, pp: 1, ep: 8, dp: 8 }, concurrency: 64 });
    // Not over machines: two replicas of eight.
    estimate({ ...MOE, decode_tp: 8, gpu_count: 16, conc: 64 });
    expect(asked.at(-1)).toMatchObject({ parallelism: { tp: 8, dp: 1 }, concurrency: 32 });
    estimate({ ...MOE, decode_tp: 2, dp_attention: 4, ep: 4, conc: 64 });
    expect(asked.at(-1)).toMatchObject({ parallelism: { tp: 2, dp: 4, ep: 4 } });
  });

  it('lay experts out as most measured points do', () => {
    const near = (ep: number, similarity: number) => ({
      point_id: `p${ep}-${similarity}`,
      similarity,
      model_code: 'deepseek-r1',
      gpu_model: 'b200-sxm',
      framework: 'trt-llm',
      framework_version: null,
      precision: 'fp8',
      gpus: 8,
      tp: 8,
      ep,
      dp: 1,
      isl: 1024,
      osl: 1024,
      concurrency: 64,
      ttft_ms: 1,
      tpot_ms: 1,
      tokens_per_sec_per_gpu: 1,
      measured_on: null,
      source: 'test',
      provenance: 'published' as const,
      job_id: null,
    });
    const { asked, estimate } = listening({ nearest: () => [near(1, 0.9), near(8, 0.6), near(8, 0.5)] });
    estimate({ ...MOE, decode_tp: 8, gpu_count: 8, conc: 64 });
    expect(asked.at(-1)).toMatchObject({ parallelism: { tp: 8, ep: 8, dp: 1 } });
  });

  it('read prefill and decode hints as disaggregated serving', () => {
    const { asked, estimate } = listening();
    const { scalar_results } = estimate({
      ...MOE,
      allowed_gpu_models: ['gb200-nvl72'],
      num_prefill_gpu: 8,
      prefill_tp: 1,
      num_decode_gpu: 32,
      decode_tp: 8,
      conc: 256,
    });
    expect(asked.at(-1)).toMatchObject({
      mode: 'disaggregated',
      prefill: { workers: 2, parallelism: { tp: 1, dp: 4, ep: 4 } },
      decode: { workers: 4, parallelism: { tp: 8, dp: 1, ep: 8 } },
      concurrency: 256,
    });
    // TTFT 2,660, TPOT 74, E2E 10,060 ms, over 40 GPUs.
    expect(scalar_results['m_tput_per_gpu']?.value).toBeCloseTo((256 * 101) / 10.06 / 40, 3);
  });

  it('read GPUs of one worker where the total says so', () => {
    const { asked, estimate } = listening();
    estimate({
      ...MOE,
      allowed_gpu_models: ['gb200-nvl72'],
      gpu_count: 36,
      num_prefill_gpu: 4,
      prefill_tp: 1,
      num_decode_gpu: 8,
      decode_tp: 8,
      conc: 4,
    });
    expect(asked.at(-1)).toMatchObject({
      prefill: { workers: 1, parallelism: { tp: 1, dp: 4, ep: 4 } },
      decode: { workers: 4, parallelism: { tp: 8, dp: 1, ep: 8 } },
    });
  });

  it('take 0 GPUs for prefill as not set', () => {
    const { asked, estimate } = listening();
    estimate({ ...DENSE, num_prefill_gpu: 0, num_decode_gpu: 4, decode_tp: 4, conc: 8 });
    expect(asked.at(-1)).toMatchObject({ mode: 'aggregated', parallelism: { tp: 4 } });
  });

  it('are of the recommended deployment where no hardware is named', () => {
    const { estimate } = listening();
    const response = estimate({ display_model: 'Llama-3.1-8B', conc: 8 });
    expect(response.assumptions.join(' ')).toContain('No hardware was named');
    expect(Object.keys(response.scalar_results)).toHaveLength(6);
  });

  it('ask which model is meant', () => {
    const { estimate } = listening();
    expect(estimate({ conc: 8 })).toMatchObject({
      status: 'needs_clarification',
      clarification: { feature: 'display_model' },
    });
  });
});
