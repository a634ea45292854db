import { describe, expect, it } from 'vitest';
import { AI_MODELS, findAiModel } from '#catalog/ai-models/index.ts';
import {
  kvBytesPerToken,
  kvPerGpu,
  kvReadBytesPerGpu,
  kvSequenceBytes,
  kvSequenceBytesPerGpu,
  kvSequenceLiveBytes,
  linearStateBytes,
} from './kv-cache.ts';

function model(code: string) {
  const found = findAiModel(code);
  if (found === undefined) throw new Error(code);
  return found;
}
const tp = (width: number, pp = 1, dp = 1) => ({ tp: width, pp, ep: 1, dp });

describe('bytes a token', () => {
  it.each(AI_MODELS.map((row) => [row.model_code, row] as const))('%s: as the catalog says', (_code, row) => {
    const bytes = kvBytesPerToken(row, 'bf16');
    expect(bytes.growing).toBe(row.kv_bytes_per_token_bf16_growing);
    expect(bytes.sliding).toBe(row.kv_bytes_per_token_bf16_sliding_capped);
  });

  it('matches vLLM for gpt-oss-120b and the published MLA size', () => {
    expect(kvBytesPerToken(model('gpt-oss-120b'), 'bf16').reserved).toBe(73_728);
    expect(kvBytesPerToken(model('deepseek-v3'), 'bf16').reserved).toBe(70_272);
    expect(kvBytesPerToken(model('deepseek-v3'), 'fp8').reserved).toBe(35_136);
  });

  it('matches what vLLM and SGLang log for Qwen3-235B-A22B over four GPUs (vllm #21348)', () => {
    const perGpu = kvPerGpu(model('qwen3-235b-a22b'), 'bf16', tp(4)).bytesPerToken;
    const gib = 1024 ** 3;
    // "Available KV cache memory: 8.11 GiB", "GPU KV cache size: 178,880 tokens" (whole blocks).
    expect(Math.abs((8.11 * gib) / 178_880 / perGpu - 1)).toBeLessThan(0.015);
    // "#tokens: 367404, K size: 8.23 GB, V size: 8.23 GB".
    expect(Math.abs((2 * 8.23 * gib) / 367_404 / perGpu - 1)).toBeLessThan(0.002);
  });

  it('adds the keys of the sparse-attention indexer, 132 B a layer', () => {
    expect(kvBytesPerToken(model('deepseek-v3.2'), 'bf16')).toEqual({
      growing: 70_272,
      sliding: 0,
      indexer: 61 * 132,
      reserved: 70_272 + 61 * 132,
    });
  });

  it('counts keys and values of unlike size as they are', () => {
    // MiMo-V2-Flash: keys 192, values 128; 9 full layers with 4 heads, 39 sliding ones with 8.
    expect(kvBytesPerToken(model('mimo-v2-flash'), 'bf16')).toMatchObject({
      growing: 9 * 4 * 320 * 2,
      sliding: 39 * 8 * 320 * 2,
    });
  });
});

describe('bytes a sequence', () => {
  it('reserves sliding layers in full and keeps only the window live', () => {
    const oss = model('gpt-oss-120b');
    expect(kvSequenceBytes(oss, 'bf16', 8192)).toBe(8192 * 73_728);
    expect(kvSequenceLiveBytes(oss, 'bf16', 8192)).toBe(8192 * 36_864 + 128 * 36_864);
    expect(kvSequenceLiveBytes(oss, 'bf16', 100)).toBe(100 * 73_728);
  });

  it('holds a constant state for linear layers', () => {
    const qwen = model('qwen3.5-397b-a17b');
    // 45 layers x (64 x 128 x 128 x 4 B + 3 x 12,288 x 2 B).
    expect(linearStateBytes(qwen)).toBe(45 * (64 * 128 * 128 * 4 + 3 * (2 * 16 * 128 + 64 * 128) * 2));
    expect(kvSequenceBytes(qwen, 'bf16', 1000) - kvSequenceBytes(qwen, 'bf16', 0)).toBe(1000 * 30_720);
    expect(linearStateBytes(model('llama-3.1-8b'))).toBe(0);
  });
});

describe('bytes on one GPU', () => {
  it('divides KV heads, and copies them when there are fewer than GPUs', () => {
    const llama = model('llama-3.1-70b');
    expect(kvPerGpu(llama, 'bf16', tp(1)).bytesPerToken).toBe(327_680);
    expect(kvPerGpu(llama, 'bf16', tp(8)).bytesPerToken).toBe(40_960);
    expect(kvPerGpu(llama, 'bf16', tp(16)).bytesPerToken).toBe(40_960);
    // Two KV heads over eight GPUs: each GPU keeps one.
    expect(kvPerGpu(model('qwen3.5-397b-a17b'), 'bf16', tp(8)).bytesPerToken).toBe(15_360);
  });

  it('does not divide MLA by TP, only by stages', () => {
    const deepseek = model('deepseek-v3');
    for (const width of [1, 4, 8]) expect(kvPerGpu(deepseek, 'bf16', tp(width)).bytesPerToken).toBe(70_272);
    expect(kvPerGpu(deepseek, 'bf16', tp(8, 2)).bytesPerToken).toBeCloseTo((70_272 * 31) / 61, 6);
  });

  it('divides the linear state by its value heads', () => {
    const qwen = model('qwen3.5-397b-a17b');
    expect(kvPerGpu(qwen, 'bf16', tp(8)).stateBytesPerSequence).toBe(linearStateBytes(qwen) / 8);
    expect(kvSequenceBytesPerGpu(qwen, 'bf16', tp(1), 0)).toBe(linearStateBytes(qwen));
  });

  it('reads at most the window, and of sparse attention the top keys and all indexer keys', () => {
    expect(kvReadBytesPerGpu(model('gpt-oss-120b'), 'bf16', tp(1), 8192)).toBe(8192 * 36_864 + 128 * 36_864);
    expect(kvReadBytesPerGpu(model('deepseek-v3.2'), 'bf16', tp(8), 65_536)).toBe(
      2048 * 70_272 + 65_536 * 61 * 132,
    );
    expect(kvReadBytesPerGpu(model('deepseek-v3'), 'bf16', tp(8), 65_536)).toBe(65_536 * 70_272);
    const qwen = model('qwen3.5-397b-a17b');
    expect(kvReadBytesPerGpu(qwen, 'bf16', tp(1), 1000)).toBe(1000 * 30_720 + 2 * linearStateBytes(qwen));
  });
});
