import { describe, expect, it } from 'vitest';
import { findAiModel } from '#catalog/ai-models/index.ts';
import { findGpu, GPUS } from '#catalog/gpus/index.ts';
import {
  activationBytes,
  communicationBytes,
  memoryOf,
  type MemoryAnswer,
  type MemoryQuestion,
} from './memory.ts';
import { GIB, MIB, vramBytes } from './vram.ts';

function question(code: string, slug: string, change: Partial<MemoryQuestion> = {}): MemoryQuestion {
  const model = findAiModel(code);
  const gpu = findGpu(slug);
  if (model === undefined || gpu === undefined) throw new Error(`${code} ${slug}`);
  return {
    model,
    gpu,
    framework: 'vllm',
    precision: 'bf16',
    kvPrecision: null,
    parallelism: { tp: 1, pp: 1, ep: 1, dp: 1 },
    isl: 1024,
    osl: 1024,
    concurrency: 16,
    ...change,
  };
}
function answer(code: string, slug: string, change: Partial<MemoryQuestion> = {}): MemoryAnswer {
  const found = memoryOf(question(code, slug, change));
  if (found === null) throw new Error('no such precision');
  return found;
}
const tp = (width: number, dp = 1, ep = 1, pp = 1) => ({ tp: width, pp, ep, dp });

describe('GB and GiB', () => {
  it('takes the label for GiB and the driver for the truth', () => {
    const bytes = (slug: string) => {
      const gpu = findGpu(slug);
      if (gpu === undefined) throw new Error(slug);
      return vramBytes(gpu);
    };
    expect(bytes('h100-sxm')).toBe(81_559 * MIB);
    expect(bytes('h100-sxm') / 1e9).toBeCloseTo(85.5, 1);
    expect(bytes('b200-sxm') / GIB).toBeCloseTo(179.1, 1);
    expect(bytes('b300-sxm') / GIB).toBeCloseTo(268.6, 1);
    expect(bytes('gb200-nvl72') / GIB).toBeCloseTo(185.0, 1);
    expect(bytes('mi300x')).toBe(206_141_652_992);
    expect(bytes('mi355x')).toBe(309_220_868_096);
    // GDDR with ECC: a sixteenth less than the label.
    expect(bytes('l40s-48gb') / GIB).toBeCloseTo(45.0, 1);
  });

  it('is near the label for every GPU', () => {
    for (const gpu of GPUS) {
      const share = vramBytes(gpu) / GIB / gpu.gpu_vram_gb;
      expect(share, gpu.gpu_model).toBeGreaterThan(0.93);
      expect(share, gpu.gpu_model).toBeLessThan(1.005);
    }
  });
});

describe('overheads', () => {
  it('follows 2·tokens·h·c with a floor of 70 MiB', () => {
    const llama = findAiModel('llama-3.1-70b');
    const small = findAiModel('qwen3-0.6b');
    if (llama === undefined || small === undefined) throw new Error('catalog');
    expect(activationBytes(llama, 1)).toBe(2 * 8192 * 8192 * 10);
    expect(activationBytes(llama, 8)).toBe(2 * 8192 * 8192 * 5);
    expect(activationBytes({ ...small, hidden: 64 }, 8)).toBe(70 * MIB);
    expect([1, 2, 4, 8, 32].map((gpus) => communicationBytes(gpus) / MIB)).toEqual([0, 342, 367, 392, 392]);
  });
});

describe('fit', () => {
  it('adds up', () => {
    const { memory } = answer('llama-3.1-70b', 'h100-sxm', { parallelism: tp(4) });
    const sum =
      memory.weights_gb +
      memory.kv_cache_gb +
      memory.activations_gb +
      memory.communication_gb +
      memory.runtime_gb;
    expect(memory.used_gb).toBeCloseTo(sum, 3);
    expect(memory.headroom_gb).toBeCloseTo(memory.usable_gb - memory.used_gb, 3);
    expect(memory.usable_gb).toBeCloseTo(0.9 * memory.vram_gb, 3);
    // 16 sequences of 2,048 tokens, 327,680 B a token over four GPUs.
    expect(memory.kv_cache_gb).toBeCloseTo((16 * 2048 * 327_680) / 4e9, 4);
  });

  it('uses the memory that each framework takes', () => {
    const of = (change: Partial<MemoryQuestion>) =>
      answer('llama-3.1-70b', 'h200-sxm', { parallelism: tp(2), ...change }).memory;
    const vllm = of({});
    expect(vllm.usable_gb / vllm.vram_gb).toBeCloseTo(0.9, 4);
    expect(of({ frameworkVersion: '0.22.1' }).usable_gb / vllm.vram_gb).toBeCloseTo(0.92, 4);
    const trt = of({ framework: 'trt-llm' });
    const free = trt.vram_gb - trt.weights_gb - trt.activations_gb - trt.communication_gb - trt.runtime_gb;
    expect(trt.vram_gb - trt.usable_gb).toBeCloseTo(0.1 * free, 3);
    expect(of({ framework: 'sglang' }).usable_gb).toBeLessThan(vllm.vram_gb);
  });

  it.each([
    ['llama-3.1-70b', 'h100-sxm', 'bf16', tp(1), 'no'],
    ['llama-3.1-70b', 'h100-sxm', 'bf16', tp(2), 'fits'],
    ['llama-3.1-70b', 'h100-sxm', 'fp8', tp(1), 'tight'],
    ['llama-3.1-8b', 'l4-24gb', 'bf16', tp(1), 'fits'],
    ['deepseek-v3', 'h100-sxm', 'fp8', tp(8), 'no'],
    ['deepseek-v3', 'h200-sxm', 'fp8', tp(8), 'fits'],
    // 168 GB of weights on 192 GB: measured deployments exist.
    ['deepseek-v3', 'b200-sxm', 'fp8', tp(4), 'tight'],
    ['gpt-oss-120b', 'h100-sxm', 'fp4', tp(1), 'fits'],
    ['kimi-k2.5', 'h200-sxm', 'int4', tp(8), 'fits'],
    ['kimi-k2.5', 'h100-sxm', 'int4', tp(8), 'tight'],
    ['llama-3.1-405b', 'mi300x', 'fp8', tp(4), 'fits'],
  ] as const)('%s on %s in %s, %j: %s', (code, slug, precision, parallelism, fit) => {
    expect(answer(code, slug, { precision, parallelism }).fit).toBe(fit);
  });

  it('says why in a sentence with numbers', () => {
    expect(answer('llama-3.1-70b', 'h100-sxm').message).toBe(
      'Llama-3.1-70B in bf16 does not fit 1 x NVIDIA H100 SXM 80GB: weights 141.1 GB and overheads 5.10 GB a GPU, and one sequence of 1024 + 1024 tokens takes 0.67 GB, against 77.0 GB of 85.5 GB that vllm may use.',
    );
    expect(answer('llama-3.1-70b', 'h100-sxm', { parallelism: tp(2), concurrency: 64 }).message).toMatch(
      /room for 4 sequences.*60 of 64 wait/,
    );
  });

  it('is null for a precision that a model does not exist in', () => {
    expect(memoryOf(question('gpt-oss-120b', 'h100-sxm', { precision: 'int8' }))).toBeNull();
  });
});

describe('KV capacity', () => {
  it('falls with length, rises with GPUs and with fp8 keys', () => {
    const of = (change: Partial<MemoryQuestion>) =>
      answer('llama-3.1-70b', 'h200-sxm', { parallelism: tp(2), ...change }).memory.kv_capacity_sequences;
    expect(of({ isl: 8192 })).toBeLessThan(of({ isl: 1024 }));
    expect(of({ parallelism: tp(4) })).toBeGreaterThan(2 * of({}));
    expect(of({ kvPrecision: 'fp8' })).toBeGreaterThanOrEqual(2 * of({}));
  });

  it('counts whole sequences with their state, never room over one token', () => {
    const at = (isl: number) =>
      answer('qwen3.5-397b-a17b', 'h200-sxm', { precision: 'fp8', parallelism: tp(8), isl, osl: 1 }).memory;
    // Linear layers keep 187 MB for each sequence: short ones cost nearly as much as long ones.
    expect(at(128).kv_capacity_sequences / at(8191).kv_capacity_sequences).toBeLessThan(7);
    expect(at(8191).kv_capacity_tokens).toBeGreaterThanOrEqual(at(8191).kv_capacity_sequences * 8192);
  });

  it('is that of the whole replica: groups of attention data parallelism add up, and share the load', () => {
    const one = answer('deepseek-v3', 'b200-sxm', {
      precision: 'fp4',
      parallelism: tp(8),
      concurrency: 64,
    }).memory;
    const eight = answer('deepseek-v3', 'b200-sxm', {
      precision: 'fp4',
      parallelism: tp(1, 8, 8),
      concurrency: 64,
    }).memory;
    expect(eight.kv_cache_gb).toBeCloseTo(one.kv_cache_gb / 8, 3);
    expect(eight.kv_capacity_sequences % 8).toBe(0);
    // Attention weights are copied eight times, and still MLA holds far more sequences.
    expect(eight.weights_gb).toBeGreaterThan(one.weights_gb);
    expect(eight.kv_capacity_sequences).toBeGreaterThan(5 * one.kv_capacity_sequences);
  });

  it('says whether the asked concurrency runs at once', () => {
    expect(answer('llama-3.1-70b', 'h100-sxm', { parallelism: tp(2), concurrency: 4 }).holdsConcurrency).toBe(
      true,
    );
    expect(answer('llama-3.1-70b', 'h100-sxm', { parallelism: tp(2), concurrency: 5 }).holdsConcurrency).toBe(
      false,
    );
  });

  it('loads multi-token-prediction layers only when asked', () => {
    const without = answer('deepseek-v3', 'h200-sxm', { precision: 'fp8', parallelism: tp(8) }).memory
      .weights_gb;
    const withMtp = answer('deepseek-v3', 'h200-sxm', { precision: 'fp8', parallelism: tp(8), withMtp: true })
      .memory.weights_gb;
    expect((withMtp - without) * 8).toBeCloseTo(11.6, 1);
  });
});
