import { expect, it } from 'vitest';
import { memoryFit, memorySuggestions, usableMemoryGb } from './memory-fit.ts';

/** Llama 3.1 70B: 70.6 B parameters; 80 layers, 8 KV heads of 128, 2 bytes: 327,680 bytes a token. */
const llama70b = { total_params_b: 70.6, kv_bytes_per_token: 327_680 };
const h100 = (gpu_count: number) => ({ gpu_count, gpu_memory_gb: 80 });
const quantization = (quantization_code: string, weight_bytes: number, sort_order: number) => ({
  quantization_code,
  display_name: quantization_code.toUpperCase(),
  weight_bytes,
  sort_order,
});
const QUANTIZATIONS = [
  quantization('fp16', 2, 1),
  quantization('fp8', 1, 2),
  quantization('int8', 1, 3),
  quantization('fp4', 0.5625, 4),
];

it('adds weights and KV cache in decimal GB, and holds them against 90 % of the memory', () => {
  const load = { concurrency: 64, isl: 1024, osl: 1024 };
  const fit = memoryFit(llama70b, 2, load, h100(2));
  expect(fit.weightsGb).toBeCloseTo(141.2, 6);
  // 64 x 2,048 tokens x 327,680 bytes = 42.95 GB.
  expect(fit.kvGb).toBeCloseTo(42.94967296, 6);
  expect(fit.needGb).toBeCloseTo(184.14967296, 6);
  expect(fit.usableGb).toBeCloseTo(144, 9);
  expect(fit.fits).toBe(false);
  expect(memoryFit(llama70b, 1, load, h100(2)).fits).toBe(true);
});

it('fits at the very limit, as the server counts it', () => {
  const model = { total_params_b: 72, kv_bytes_per_token: null };
  const load = { concurrency: 1, isl: 1, osl: 1 };
  expect(memoryFit(model, 1, load, h100(1))).toMatchObject({ needGb: 72, usableGb: 72, fits: true });
});

it('says nothing where a fact is missing, and counts an unknown KV cache as none', () => {
  const load = { concurrency: 8, isl: 128, osl: 128 };
  expect(memoryFit({ total_params_b: null, kv_bytes_per_token: 1 }, 2, load, h100(1))).toMatchObject({
    weightsGb: null,
    needGb: null,
    fits: null,
  });
  expect(memoryFit({ total_params_b: 8, kv_bytes_per_token: null }, 2, load, h100(1))).toMatchObject({
    kvGb: null,
    needGb: 16,
    fits: true,
  });
  expect(usableMemoryGb({ gpu_count: 8, gpu_memory_gb: null })).toBeNull();
});

it('suggests the widest precision, the highest concurrency and the fewest GPUs that fit', () => {
  const load = { concurrency: 64, isl: 1024, osl: 1024 };
  const suggestions = memorySuggestions(llama70b, 2, load, h100(2), QUANTIZATIONS);
  expect(suggestions.quantization?.quantization_code).toBe('fp8');
  // (144 - 141.2) GB / (2,048 x 327,680 B) = 4.17 sequences.
  expect(suggestions.concurrency).toBe(4);
  // 184.15 GB / 72 GB a GPU.
  expect(suggestions.gpuCount).toBe(3);
  expect(memoryFit(llama70b, 2, { ...load, concurrency: 4 }, h100(2)).fits).toBe(true);
  expect(memoryFit(llama70b, 2, { ...load, concurrency: 5 }, h100(2)).fits).toBe(false);
});

it('suggests no concurrency where the weights alone do not fit', () => {
  const load = { concurrency: 1, isl: 128, osl: 128 };
  const suggestions = memorySuggestions(llama70b, 2, load, h100(1), QUANTIZATIONS);
  expect(suggestions).toMatchObject({ concurrency: null, gpuCount: 2 });
  expect(suggestions.quantization?.quantization_code).toBe('fp8');
});
