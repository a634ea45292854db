import { describe, expect, it } from 'vitest';
import { findAiModel } from '#catalog/ai-models/index.ts';
import { findGpu } from '#catalog/gpus/index.ts';
import { kvBytesPerToken, kvReadBytesPerGpu, kvSequenceLiveBytes } from './kv-cache.ts';
import { memoryOf } from './memory.ts';
import { validateParallelism } from './parallelism.ts';
import { parameterCounts } from './parameters.ts';
import { precisionPlan } from './precision.ts';
import { expertsTouched, weightBytes, weightBytesPerGpu } from './weight-bytes.ts';

// What users of other sizing tools complain about (design, sizer.md 1.2), each with the right value.

function model(code: string) {
  const found = findAiModel(code);
  if (found === undefined) throw new Error(code);
  return found;
}
function plan(code: string, precision: 'bf16' | 'fp8' | 'fp4' | 'int4') {
  const found = precisionPlan(model(code), precision);
  if (found === null) throw new Error(code);
  return found;
}
function h100() {
  const found = findGpu('h100-sxm');
  if (found === undefined) throw new Error('h100-sxm');
  return found;
}
const wholeGb = (code: string, precision: 'bf16' | 'fp8' | 'fp4' | 'int4') =>
  weightBytes(model(code), plan(code, precision)).total / 1e9;

describe('memory of a mixture of experts', () => {
  it('is that of all experts, not of the active ones (llmfit #230)', () => {
    const answer = memoryOf({
      model: model('gpt-oss-120b'),
      gpu: h100(),
      framework: 'vllm',
      precision: 'fp4',
      kvPrecision: null,
      parallelism: { tp: 1, pp: 1, ep: 1, dp: 1 },
      isl: 4096,
      osl: 1024,
      concurrency: 4,
    });
    // 5.1 B active parameters would be 3 GB; it really takes 70 to 75.
    expect(answer?.memory.used_gb).toBeGreaterThan(70);
    expect(answer?.memory.used_gb).toBeLessThan(75);
  });
});

describe('bytes that a mixture of experts reads in a step', () => {
  it('are k of E experts for one token, nearly all for a batch, never the active ones alone (llmfit #474)', () => {
    const oss = model('gpt-oss-120b');
    expect(expertsTouched(oss, 1)).toBeCloseTo(4 / 128, 12);
    expect(expertsTouched(oss, 32)).toBeCloseTo(1 - (124 / 128) ** 32, 12);
    // B = 3 E / k: about 95 % of all experts.
    expect(expertsTouched(oss, 96)).toBeGreaterThan(0.95);
    expect(expertsTouched(model('llama-3.1-8b'), 8)).toBe(0);
  });
});

describe('KV cache of hybrid, sliding-window and latent attention', () => {
  const asIfPlain = (code: string) => {
    const row = model(code);
    return 2 * 2 * row.layers * row.kv_heads * row.head_dim;
  };

  it('counts only layers that have one (LM Studio #1862: 40 to 67 % too much; mlxcel #172: up to 100 times)', () => {
    expect(kvBytesPerToken(model('qwen3.5-397b-a17b'), 'bf16').reserved).toBe(
      asIfPlain('qwen3.5-397b-a17b') / 4,
    );
    expect(kvBytesPerToken(model('nemotron-3-nano-30b-a3b'), 'bf16').reserved).toBe(
      (asIfPlain('nemotron-3-nano-30b-a3b') * 6) / 52,
    );
    // 128 heads of 192 + 128 each, against one latent vector of 576.
    expect((2 * 61 * 128 * (192 + 128)) / kvBytesPerToken(model('deepseek-v3'), 'bf16').reserved).toBeCloseTo(
      71.1,
      1,
    );
  });

  it('reserves sliding layers in full for the fit and reads them only within the window (hf-mem #60, #70)', () => {
    const oss = model('gpt-oss-120b');
    expect(kvBytesPerToken(oss, 'bf16').reserved).toBe(73_728);
    const live = kvSequenceLiveBytes(oss, 'bf16', 131_072) / (131_072 * 73_728);
    expect(live).toBeCloseTo(0.5, 3);
    expect(kvReadBytesPerGpu(oss, 'bf16', { tp: 1, pp: 1, ep: 1, dp: 1 }, 131_072)).toBe(
      131_072 * 36_864 + 128 * 36_864,
    );
  });
});

describe('scales and mixed precision', () => {
  it.each([
    // Sizes of the released checkpoints; gpt-oss also carries its scales, Kimi-K2.5 its 16-bit attention.
    ['gpt-oss-20b', 'fp4', 13.8, 0.1],
    ['gpt-oss-120b', 'fp4', 65.2, 0.2],
    ['kimi-k2.5', 'int4', 595, 5],
    ['minimax-m2.5', 'fp8', 230, 1],
    ['llama-3.1-405b', 'fp8', 410, 1],
  ] as const)('%s in %s takes %f GB', (code, precision, gb, within) => {
    expect(Math.abs(wholeGb(code, precision) - gb)).toBeLessThan(within);
  });

  it('does not take NVFP4 for half a byte a parameter', () => {
    // 11.4 B of attention, embedding and head stay at 16 bits: 395 GB, not 671 x 0.5 = 335.
    const counts = parameterCounts(model('deepseek-v3'));
    const quantized = counts.routedExperts + counts.sharedExperts + counts.denseMlp;
    expect(wholeGb('deepseek-v3', 'fp4')).toBeCloseTo(
      (quantized * 0.5625 + (counts.total - quantized) * 2) / 1e9,
      6,
    );
    expect(wholeGb('deepseek-v3', 'fp4')).toBeCloseTo(397, 0);
  });
});

describe('splits', () => {
  it('refuses TP that does not divide heads and EP that does not divide experts, and pads vocabularies', () => {
    expect(
      validateParallelism(model('llama-4-scout-17b-16e-instruct'), h100(), 'bf16', {
        tp: 16,
        pp: 1,
        ep: 1,
        dp: 1,
      }),
    ).not.toEqual([]);
    expect(
      validateParallelism(model('gpt-oss-20b'), h100(), 'fp4', { tp: 1, pp: 1, ep: 64, dp: 64 }).join(' '),
    ).toContain('EP 64 does not divide the 32 experts');
    expect(
      validateParallelism({ ...model('llama-3.1-8b'), vocab: 128_257 }, h100(), 'bf16', {
        tp: 8,
        pp: 1,
        ep: 1,
        dp: 1,
      }),
    ).toEqual([]);
  });

  it('shares routed experts by ETP x EP, not by TP x EP (Megatron-Bridge #3744)', () => {
    const row = model('deepseek-v3');
    const experts = (ep: number, tp = 8, dp = 1) =>
      weightBytesPerGpu(row, plan('deepseek-v3', 'fp8'), { tp, pp: 1, ep, dp }).routedExperts / 1e9;
    expect(experts(8)).toBeCloseTo(653.9 / 8, 0);
    expect(experts(1)).toBe(experts(8));
    expect(experts(8, 1, 8)).toBe(experts(8));
  });

  it('copies attention over attention data parallelism', () => {
    const row = model('deepseek-v3');
    const attention = (tp: number, dp: number) =>
      weightBytesPerGpu(row, plan('deepseek-v3', 'fp8'), { tp, pp: 1, ep: 8, dp }).attention;
    expect(attention(1, 8)).toBe(8 * attention(8, 1));
    expect(attention(1, 8)).toBe(parameterCounts(row).attention);
  });

  it('gives the fullest stage whole layers and one of embedding and output projection', () => {
    const row = model('llama-3.1-70b');
    const bytes = weightBytesPerGpu(row, plan('llama-3.1-70b', 'bf16'), { tp: 8, pp: 4, ep: 1, dp: 1 });
    const counts = parameterCounts(row);
    expect(bytes.denseMlp).toBe((counts.denseMlp * 2 * 20) / 80 / 8);
    expect(bytes.embedding + bytes.head).toBe((counts.embedding * 2) / 8);
  });
});

describe('KV precision', () => {
  it('is not taken from the weights', () => {
    const kvGb = (precision: 'bf16' | 'fp8', kvPrecision: 'bf16' | 'fp8' | null) =>
      memoryOf({
        model: model('llama-3.1-70b'),
        gpu: h100(),
        framework: 'vllm',
        precision,
        kvPrecision,
        parallelism: { tp: 8, pp: 1, ep: 1, dp: 1 },
        isl: 2048,
        osl: 2048,
        concurrency: 32,
      })?.memory.kv_cache_gb ?? 0;
    expect(kvGb('fp8', null)).toBe(kvGb('bf16', null));
    expect(kvGb('fp8', 'fp8')).toBeCloseTo(kvGb('fp8', null) / 2, 4);
  });
});
