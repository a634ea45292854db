import { describe, expect, it } from 'vitest';
import { AI_MODELS } from '#catalog/ai-models/index.ts';
import { GPUS } from '#catalog/gpus/index.ts';
import { gpuFamily, resolveGpu, resolveModel, resolveVendor } from './catalog-names.ts';

const model = (text: string) => {
  const match = resolveModel(text, AI_MODELS);
  return match.kind === 'exact' ? match.value.model_code : match.kind;
};
const gpu = (text: string) => {
  const match = resolveGpu(text, GPUS);
  return match.kind === 'exact' ? match.value.gpu_model : match.kind;
};

describe('resolveModel', () => {
  it.each(AI_MODELS.map((fact) => [fact.model_code, fact.model_name, fact.hf_id] as const))(
    'knows %s by code, name and Hugging Face id',
    (code, name, hfId) => {
      for (const text of [code, name, name.toUpperCase(), name.replaceAll('-', ' ')])
        expect(model(text)).toBe(code);
      expect(model(hfId)).toBe(code);
    },
  );

  it.each([
    ['llama 70b', 'llama-3.1-70b'],
    ['Llama 3.1 70B', 'llama-3.1-70b'],
    ['llama3.1-70b-instruct', 'llama-3.1-70b'],
    ['meta-llama/Llama-3.1-70B-Instruct', 'llama-3.1-70b'],
    ['Meta-Llama-3.1-8B', 'llama-3.1-8b'],
    ['llama3 8b', 'llama-3.1-8b'],
    ['llama 405b', 'llama-3.1-405b'],
    ['lama 70b', 'llama-3.1-70b'],
    ['maverick', 'llama-4-maverick-17b-128e-instruct'],
    ['llama 4 scout', 'llama-4-scout-17b-16e-instruct'],
    ['r1', 'deepseek-r1'],
    ['DeepSeek R1', 'deepseek-r1'],
    ['deepseekr1', 'deepseek-r1'],
    ['deepsek r1', 'deepseek-r1'],
    ['DeepSeek-R1-0528', 'deepseek-r1'],
    ['deepseek v3', 'deepseek-v3'],
    ['deepseek 3.1', 'deepseek-v3.1'],
    ['qwen3 235b', 'qwen3-235b-a22b'],
    ['Qwen 235B', 'qwen3-235b-a22b'],
    ['qwen3-32b', 'qwen3-32b'],
    ['qwen 3 8b', 'qwen3-8b'],
    ['qwen3 coder', 'qwen3-coder-480b-a35b-instruct'],
    ['qwen3.5 397b', 'qwen3.5-397b-a17b'],
    ['gpt oss 120b', 'gpt-oss-120b'],
    ['gptoss 20b', 'gpt-oss-20b'],
    ['gtp-oss-120b', 'gpt-oss-120b'],
    ['oss 120b', 'gpt-oss-120b'],
    ['kimi k2', 'kimi-k2-instruct'],
    ['kimi 2.5', 'kimi-k2.5'],
    ['Kimi K2.5', 'kimi-k2.5'],
    ['glm5', 'glm-5'],
    ['minimax m2.5', 'minimax-m2.5'],
    ['mixtral 8x22b', 'mixtral-8x22b-v0.1'],
  ])('%s is %s', (text, code) => expect(model(text)).toBe(code));

  it.each([
    ['deepseek', 'ambiguous'],
    ['kimi', 'ambiguous'],
    ['gpt-oss', 'ambiguous'],
    ['llama 4', 'ambiguous'],
    ['qwen3', 'ambiguous'],
    ['mixtral', 'ambiguous'],
    ['70b', 'ambiguous'],
    ['DeepSeek-R1-Distill-Llama-70B', 'unknown'],
    ['gpt-4o', 'unknown'],
    ['claude sonnet', 'unknown'],
    ['mistral 7b', 'unknown'],
    ['llama 3.1 13b', 'unknown'],
    ['minimax m2', 'unknown'],
    ['', 'unknown'],
  ])('%s is not settled: %s', (text, kind) => expect(model(text)).toBe(kind));

  it('offers the nearest first', () => {
    const match = resolveModel('llama 3.1 13b', AI_MODELS);
    expect(match.kind === 'unknown' ? match.nearest[0]?.family_name : null).toBe('Llama 3.1');
    const kimi = resolveModel('kimi', AI_MODELS);
    expect(kimi.kind === 'ambiguous' ? kimi.nearest.map((fact) => fact.model_name) : []).toEqual([
      'Kimi-K2-Instruct',
      'Kimi-K2.5',
    ]);
  });

  it('says what it took for granted', () => {
    const slip = resolveModel('deepsek r1', AI_MODELS);
    expect(slip.kind === 'exact' ? slip.note : null).toContain('DeepSeek-R1');
    const named = resolveModel('DeepSeek-R1', AI_MODELS);
    expect(named.kind === 'exact' ? named.note : '').toBeNull();
  });
});

describe('resolveGpu', () => {
  it.each(GPUS.map((fact) => [fact.gpu_model, fact.gpu_display_name] as const))('knows %s', (slug, name) => {
    for (const text of [slug, slug.toUpperCase(), name]) expect(gpu(text)).toBe(slug);
  });

  it.each([
    ['h100', 'h100-sxm'],
    ['H100s', 'h100-sxm'],
    ['h100 pcie', 'h100-pcie'],
    ['H100 NVL', 'h100-nvl'],
    ['h100 sxm5', 'h100-sxm'],
    ['DGX H100', 'h100-sxm'],
    ['nvidia h200', 'h200-sxm'],
    ['a100', 'a100-80gb-sxm'],
    ['a100 40gb', 'a100-40gb-sxm'],
    ['A100 80 GB', 'a100-80gb-sxm'],
    ['a100 pcie', 'a100-80gb-pcie'],
    ['A100-PCIe-40GB', 'a100-40gb-pcie'],
    ['b200s', 'b200-sxm'],
    ['gb200', 'gb200-nvl72'],
    ['GB300 NVL72', 'gb300-nvl72'],
    ['MI300', 'mi300x'],
    ['mi355', 'mi355x'],
    ['L40S', 'l40s-48gb'],
    ['l4', 'l4-24gb'],
    ['Gaudi 3', 'gaudi3'],
    ['rtx pro 6000', 'rtx-pro-6000-server'],
    ['v5e', 'tpu-v5e'],
    ['Trillium', 'tpu-v6e'],
    ['trn2', 'trainium2'],
  ])('%s is %s', (text, slug) => expect(gpu(text)).toBe(slug));

  it.each([
    ['gaudi', 'ambiguous'],
    ['tpu', 'ambiguous'],
    ['l40', 'unknown'],
    ['4090', 'unknown'],
    ['v100', 'unknown'],
    ['b100', 'unknown'],
    ['rtx 6000', 'unknown'],
  ])('%s is not settled: %s', (text, kind) => expect(gpu(text)).toBe(kind));

  it('offers the nearest of an unknown one', () => {
    const match = resolveGpu('l40', GPUS);
    expect(match.kind === 'unknown' ? match.nearest.map((fact) => fact.gpu_model) : []).toContain(
      'l40s-48gb',
    );
  });

  it('covers every form of a bare family name', () => {
    expect(gpuFamily('h100', GPUS).map((fact) => fact.gpu_model)).toEqual([
      'h100-pcie',
      'h100-sxm',
      'h100-nvl',
    ]);
    expect(gpuFamily('h100 pcie', GPUS).map((fact) => fact.gpu_model)).toEqual(['h100-pcie']);
    expect(gpuFamily('b200', GPUS).map((fact) => fact.gpu_model)).toEqual(['b200-sxm']);
  });
});

describe('resolveVendor', () => {
  it.each([
    ['AMD', 'amd'],
    ['nvidia', 'nvidia'],
    ['Nvida', 'nvidia'],
    ['nividia gpus', 'nvidia'],
    ['amazon', 'aws'],
  ])('%s is %s', (text, code) => {
    const match = resolveVendor(text);
    expect(match.kind === 'exact' ? match.value : match.kind).toBe(code);
  });

  it('does not know a maker of none', () => {
    const match = resolveVendor('cerebras');
    expect(match.kind).toBe('unknown');
  });
});
