import { describe, expect, it } from 'vitest';
import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import { AI_MODELS, findAiModel } from '#catalog/ai-models/index.ts';
import { layerCounts, parameterCounts, WEIGHT_PARTS } from './parameters.ts';

function model(code: string): AiModelFact {
  const found = findAiModel(code);
  if (found === undefined) throw new Error(code);
  return found;
}
const billions = (code: string) => parameterCounts(model(code)).total / 1e9;

describe('parameter counts', () => {
  it.each(AI_MODELS.map((row) => [row.model_code, row] as const))(
    '%s: the total of the catalog within 1 %%',
    (_code, row) => {
      const counts = parameterCounts(row);
      expect(Math.abs(counts.total / (row.total_params_b * 1e9) - 1)).toBeLessThan(0.01);
      expect(Math.abs(counts.active / (row.active_params_b * 1e9) - 1)).toBeLessThan(0.04);
      expect(WEIGHT_PARTS.reduce((sum, part) => sum + counts[part], 0)).toBeCloseTo(counts.total, 0);
    },
  );

  it.each([
    ['deepseek-v3', 671],
    ['kimi-k2.5', 1026],
    ['glm-5', 743],
    ['minimax-m2.5', 229],
    ['gpt-oss-120b', 117],
    ['qwen3.5-397b-a17b', 397],
    ['qwen3-235b-a22b', 235],
    ['llama-3.1-70b', 70.6],
    ['llama-3.1-405b', 405.9],
  ])('%s has the published %f billion', (code, published) => {
    expect(Math.abs(billions(code) / published - 1)).toBeLessThan(0.003);
  });

  it('agrees with the tensors of the released MiniMax-M2.5 to 0.01 %', () => {
    // safetensors metadata on the hub: 228,703,644,928 parameters.
    expect(Math.abs(parameterCounts(model('minimax-m2.5')).total / 228_703_644_928 - 1)).toBeLessThan(1e-4);
  });

  it('splits DeepSeek-V3 as its report does: 37 B active, 14 B for multi-token prediction with its copies of embedding and head', () => {
    const counts = parameterCounts(model('deepseek-v3'));
    expect(counts.active / 1e9).toBeCloseTo(36.6, 1);
    expect((counts.mtp + counts.embedding + counts.head) / 1e9).toBeCloseTo(13.5, 1);
    // 58 layers x 256 experts x three matrices of 7168 x 2048.
    expect(counts.routedExperts).toBe(58 * 256 * 3 * 7168 * 2048);
  });

  it('counts a tied embedding once', () => {
    const counts = parameterCounts(model('qwen3-0.6b'));
    expect(counts.head).toBe(0);
    expect(counts.embedding).toBe(151_936 * 1024);
  });

  it('counts layers by what they do', () => {
    expect(layerCounts(model('gpt-oss-120b'))).toEqual({
      full: 18,
      sliding: 18,
      linear: 0,
      moe: 36,
      dense: 0,
    });
    expect(layerCounts(model('nemotron-3-nano-30b-a3b'))).toEqual({
      full: 6,
      sliding: 0,
      linear: 23,
      moe: 23,
      dense: 0,
    });
    expect(layerCounts(model('gemma-4-26b-a4b'))).toEqual({
      full: 5,
      sliding: 25,
      linear: 0,
      moe: 30,
      dense: 30,
    });
    expect(layerCounts(model('deepseek-v3'))).toEqual({ full: 61, sliding: 0, linear: 0, moe: 58, dense: 3 });
  });

  it('lets a stated total win over an architecture that does not explain it', () => {
    const dense = { ...model('llama-3.1-8b'), total_params_b: 10 };
    expect(parameterCounts(dense).total).toBe(10e9);
    expect(parameterCounts(dense).embedding).toBeCloseTo(10e9 - 8.03e9 + 128_256 * 4096, -7);
    // Experts in a latent space are smaller than their columns say.
    const latent = { ...model('qwen3-30b-a3b'), total_params_b: 20 };
    expect(parameterCounts(latent).total).toBe(20e9);
    expect(parameterCounts(latent).routedExperts).toBeLessThan(
      parameterCounts(model('qwen3-30b-a3b')).routedExperts,
    );
    expect(parameterCounts(latent).active).toBeLessThan(parameterCounts(model('qwen3-30b-a3b')).active);
    // Rounding is no difference.
    expect(parameterCounts({ ...model('llama-3.1-8b'), total_params_b: 8.1 }).total / 1e9).toBeCloseTo(
      8.03,
      2,
    );
  });

  it('takes the rest of the stated total for linear layers of unknown shape', () => {
    const unknown = structuredClone(model('qwen3.5-27b'));
    delete unknown.linear_attention;
    expect(parameterCounts(unknown).total / 1e9).toBeCloseTo(unknown.total_params_b, 6);
  });
});
