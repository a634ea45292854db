import { describe, expect, it } from 'vitest';
import { AI_MODELS, findAiModel } from '#catalog/ai-models/index.ts';
import { findGpu } from '#catalog/gpus/index.ts';
import { SIZER_PRECISIONS, type SizerPrecision } from '#contract/sizer/codes.ts';
import {
  BYTES_PER_WEIGHT,
  defaultKvPrecision,
  formatOnGpu,
  frameworkOnGpu,
  nativePrecision,
  planOnGpu,
  precisionPlan,
  resolvePrecision,
  tflopsOf,
} from './precision.ts';
import { PRECISION_LABELS } from './precision-labels.ts';

function model(code: string) {
  const found = findAiModel(code);
  if (found === undefined) throw new Error(code);
  return found;
}
function gpu(slug: string) {
  const found = findGpu(slug);
  if (found === undefined) throw new Error(slug);
  return found;
}
function plan(code: string, precision: SizerPrecision, vendor?: 'nvidia' | 'amd') {
  const found = precisionPlan(model(code), precision, vendor);
  if (found === null) throw new Error(`${code} ${precision}`);
  return found;
}

describe('labels', () => {
  it.each([
    ['NVFP4', 'fp4'],
    ['mxfp4', 'fp4'],
    ['w4a16', 'int4'],
    ['AWQ', 'int4'],
    ['int4_wo', 'int4'],
    ['FP16', 'bf16'],
    ['bfloat16', 'bf16'],
    ['fp8_block', 'fp8'],
    ['FP8-E4M3', 'fp8'],
    ['w8a8', 'int8'],
    [' W8A8-FP8 ', 'fp8'],
  ])('%s is %s', (label, precision) => {
    expect(resolvePrecision(label)).toBe(precision);
  });

  it('guesses nothing', () => {
    for (const label of ['', 'fp3', 'bf', 'quick', '__proto__', 'constructor'])
      expect(resolvePrecision(label)).toBeNull();
  });

  it('gives every label to one precision and every precision its own name', () => {
    const labels = SIZER_PRECISIONS.flatMap((precision) => PRECISION_LABELS[precision]);
    expect(new Set(labels).size).toBe(labels.length);
    for (const precision of SIZER_PRECISIONS) expect(resolvePrecision(precision)).toBe(precision);
  });
});

describe('storage', () => {
  it('counts block scales', () => {
    expect(BYTES_PER_WEIGHT).toMatchObject({ nvfp4: 0.5625, mxfp4: 0.53125, 'int4-g32': 0.5625 });
    expect(BYTES_PER_WEIGHT['int4-g128']).toBeCloseTo(0.52, 2);
  });

  it('keeps what the published checkpoints leave at 16 bits', () => {
    expect(plan('deepseek-v3', 'fp4').formats).toMatchObject({
      routedExperts: 'nvfp4',
      denseMlp: 'nvfp4',
      attention: 'bf16',
      head: 'bf16',
    });
    expect(plan('qwen3-30b-a3b', 'fp4').formats).toMatchObject({
      routedExperts: 'nvfp4',
      attention: 'nvfp4',
      head: 'bf16',
      router: 'bf16',
    });
    expect(plan('kimi-k2.5', 'int4').formats).toMatchObject({
      routedExperts: 'int4-g32',
      attention: 'bf16',
      sharedExperts: 'bf16',
      denseMlp: 'bf16',
    });
    expect(plan('gpt-oss-120b', 'fp4').formats).toMatchObject({ routedExperts: 'mxfp4', attention: 'bf16' });
    // On H100, "fp8" of gpt-oss still is MXFP4 experts: the weights were never released otherwise.
    expect(plan('gpt-oss-120b', 'fp8').formats).toMatchObject({ routedExperts: 'mxfp4', attention: 'bf16' });
    expect(plan('deepseek-v3', 'fp8').formats).toMatchObject({
      routedExperts: 'fp8',
      attention: 'fp8',
      embedding: 'bf16',
    });
    expect(plan('llama-3.1-70b', 'int4').formats).toMatchObject({
      attention: 'int4-g128',
      denseMlp: 'int4-g128',
      head: 'bf16',
    });
  });

  it('stores 4-bit floats as MXFP4 on AMD', () => {
    expect(plan('llama-3.1-70b', 'fp4', 'amd').formats.denseMlp).toBe('mxfp4');
  });

  it('says what can be had', () => {
    expect(plan('deepseek-v3', 'fp8').availability).toBe('native');
    expect(plan('deepseek-v3', 'fp4').availability).toBe('published');
    expect(plan('llama-3.1-8b', 'int8').availability).toBe('convertible');
    expect(precisionPlan(model('gpt-oss-20b'), 'int4')).toBeNull();
    expect(precisionPlan(model('kimi-k2.5'), 'fp8')).toBeNull();
    for (const row of AI_MODELS)
      expect(precisionPlan(row, nativePrecision(row))?.availability, row.model_code).toBe('native');
  });
});

describe('GPUs', () => {
  it('unpacks FP8 on Ampere and FP4 on Hopper, and multiplies natively where the tensor cores do', () => {
    expect(planOnGpu(plan('llama-3.1-70b', 'fp8'), gpu('a100-80gb-sxm'))).toMatchObject({
      support: 'weight-only',
      computesIn: 'bf16',
    });
    expect(planOnGpu(plan('llama-3.1-70b', 'fp8'), gpu('h100-sxm'))).toMatchObject({
      support: 'native',
      computesIn: 'fp8',
    });
    expect(planOnGpu(plan('deepseek-v3', 'fp4'), gpu('h200-sxm'))).toMatchObject({
      support: 'weight-only',
      computesIn: 'bf16',
    });
    expect(planOnGpu(plan('deepseek-v3', 'fp4'), gpu('b200-sxm'))).toMatchObject({
      support: 'native',
      computesIn: 'fp4',
    });
    expect(planOnGpu(plan('gpt-oss-120b', 'fp4', 'amd'), gpu('mi300x')).support).toBe('weight-only');
    expect(planOnGpu(plan('llama-3.1-70b', 'fp8', 'amd'), gpu('mi250x'))).toMatchObject({ support: 'none' });
    expect(planOnGpu(plan('llama-3.1-70b', 'int4'), gpu('l40s-48gb')).support).toBe('weight-only');
    expect(formatOnGpu(gpu('tpu-v5e'), 'nvfp4').support).toBe('none');
  });

  it('gives each part the rate it multiplies at', () => {
    const b200 = gpu('b200-sxm');
    expect(tflopsOf(b200, plan('deepseek-v3', 'fp4'), 'routedExperts')).toBe(9000);
    expect(tflopsOf(b200, plan('deepseek-v3', 'fp4'), 'attention')).toBe(2250);
    expect(tflopsOf(gpu('a100-80gb-sxm'), plan('llama-3.1-70b', 'fp8'), 'denseMlp')).toBe(312);
  });

  it('runs frameworks where they run', () => {
    expect(frameworkOnGpu('trt-llm', gpu('mi300x')).runs).toBe(false);
    expect(frameworkOnGpu('sglang', gpu('mi300x')).runs).toBe(true);
    expect(frameworkOnGpu('vllm', gpu('tpu-v6e')).runs).toBe(true);
  });
});

describe('KV cache precision', () => {
  it('does not follow the weights, save where TensorRT-LLM reads it from its checkpoints', () => {
    expect(defaultKvPrecision('vllm', 'fp8')).toBe('bf16');
    expect(defaultKvPrecision('sglang', 'fp4')).toBe('bf16');
    expect(defaultKvPrecision('trt-llm', 'fp8')).toBe('fp8');
    expect(defaultKvPrecision('trt-llm', 'bf16')).toBe('bf16');
  });
});
