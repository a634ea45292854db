import { describe, expect, it } from 'vitest';
import { AI_MODELS, findAiModel } from '#catalog/ai-models/index.ts';
import { findGpu, GPUS } from '#catalog/gpus/index.ts';
import type { SizerPrecision } from '#contract/sizer/codes.ts';
import { enumerateParallelism, parallelismWarnings, validateParallelism } from './parallelism.ts';
import { nativePrecision } from './precision.ts';
import { expertTensorParallelism, gpusOf } from './weight-bytes.ts';

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
const split = (tp: number, pp = 1, dp = 1, ep = 1) => ({ tp, pp, ep, dp });
const reasons = (code: string, slug: string, precision: SizerPrecision, of: ReturnType<typeof split>) =>
  validateParallelism(model(code), gpu(slug), precision, of);

describe('what cannot be split', () => {
  it.each([
    ['llama-4-scout-17b-16e-instruct', 'bf16', split(16), /TP 16 does not divide the 40 attention heads/],
    ['qwen3.5-27b', 'bf16', split(16), /TP 16 does not divide the 24 attention heads/],
    ['llama-3.1-70b', 'bf16', split(3), /TP 3 does not divide the 64 attention heads/],
    ['minimax-m2.5', 'fp8', split(6), /TP 6 neither divides the 8 KV heads/],
    ['deepseek-v3', 'fp8', split(8, 1, 1, 3), /EP 3 does not divide the 8 GPUs/],
    ['minimax-m2.5', 'fp8', split(4, 1, 1, 8), /EP 8 does not divide the 4 GPUs/],
    ['llama-3.1-70b', 'bf16', split(4, 1, 1, 4), /no experts/],
    ['llama-3.1-70b', 'bf16', split(4, 1, 2), /only be 2 replicas/],
    ['llama-3.1-8b', 'bf16', split(1, 64), /PP 64 is more than the 32 layers/],
    ['gpt-oss-120b', 'int4', split(1), /no int4 checkpoint/],
    ['llama-3.1-70b', 'bf16', split(1.5), /whole numbers/],
    ['llama-3.1-405b', 'bf16', split(32), /TP 32 spans more than two/],
  ] as const)('%s in %s, %j', (code, precision, of, reason) => {
    expect(reasons(code, 'h100-sxm', precision, of).join(' ')).toMatch(reason);
  });

  it('lets what measured deployments did pass', () => {
    expect(reasons('deepseek-v3', 'h100-sxm', 'fp8', split(16, 1, 1, 16))).toEqual([]);
    expect(reasons('deepseek-v3', 'gb200-nvl72', 'fp4', split(1, 1, 32, 32))).toEqual([]);
    expect(reasons('minimax-m2.5', 'h200-sxm', 'fp8', split(8))).toEqual([]);
    expect(reasons('gpt-oss-120b', 'b200-sxm', 'fp4', split(8))).toEqual([]);
    // Two KV heads on eight GPUs are copied.
    expect(reasons('qwen3.5-397b-a17b', 'b200-sxm', 'bf16', split(8))).toEqual([]);
  });

  it('pads a vocabulary instead of refusing it', () => {
    expect(
      validateParallelism({ ...model('llama-3.1-8b'), vocab: 50_257 }, gpu('h100-sxm'), 'bf16', split(2)),
    ).toEqual([]);
  });

  it('splits into uneven stages', () => {
    expect(reasons('deepseek-v3', 'h100-sxm', 'fp8', split(8, 2))).toEqual([]);
  });
});

describe('warnings', () => {
  it('says where an FP8 block would be cut: 1536 columns over eight GPUs', () => {
    const of = split(8);
    expect(parallelismWarnings(model('minimax-m2.5'), gpu('h200-sxm'), 'fp8', of).join(' ')).toMatch(
      /192 columns.*EP 8 avoids it/,
    );
    expect(parallelismWarnings(model('minimax-m2.5'), gpu('h200-sxm'), 'fp8', { ...of, ep: 8 })).toEqual([]);
    expect(parallelismWarnings(model('minimax-m2.5'), gpu('b200-sxm'), 'fp4', of)).toEqual([]);
  });

  it('says where links end', () => {
    expect(
      parallelismWarnings(model('deepseek-v3'), gpu('h100-sxm'), 'fp8', split(16, 1, 1, 16)).join(' '),
    ).toMatch(/crosses machines/);
    expect(parallelismWarnings(model('llama-3.1-70b'), gpu('l40s-48gb'), 'fp8', split(4)).join(' ')).toMatch(
      /host bus/,
    );
    expect(parallelismWarnings(model('deepseek-v3'), gpu('gb200-nvl72'), 'fp8', split(1, 1, 32, 32))).toEqual(
      [],
    );
  });
});

describe('enumeration', () => {
  const listed = (code: string, slug: string, precision: SizerPrecision, max: number) =>
    enumerateParallelism(model(code), gpu(slug), precision, max).map(
      ({ tp, pp, ep, dp }) => `${tp}/${pp}/${ep}/${dp}`,
    );

  it('gives dense models TP within a machine and stages beyond', () => {
    expect(listed('llama-3.1-70b', 'h100-sxm', 'bf16', 16)).toEqual([
      '1/1/1/1',
      '2/1/1/1',
      '4/1/1/1',
      '8/1/1/1',
      '8/2/1/1',
    ]);
  });

  it('never proposes a cut FP8 block, and offers EP instead', () => {
    const splits = listed('minimax-m2.5', 'b200-sxm', 'fp8', 8);
    expect(splits).toContain('4/1/1/1');
    expect(splits).toContain('8/1/8/1');
    expect(splits).not.toContain('8/1/1/1');
    expect(splits).toContain('1/1/8/8');
  });

  it('spreads experts over the rack of an NVL72', () => {
    expect(listed('deepseek-v3', 'gb200-nvl72', 'fp4', 32)).toContain('1/1/32/32');
  });

  it('holds for every model on every GPU: valid, within the limit, each once, fewest GPUs first', () => {
    const wrong: string[] = [];
    for (const row of AI_MODELS) {
      const precision = nativePrecision(row);
      for (const card of GPUS) {
        const splits = enumerateParallelism(row, card, precision, 32);
        const isSorted = splits.every((of, at) => at === 0 || gpusOf(of) >= gpusOf(splits[at - 1] ?? of));
        const isUnique = new Set(splits.map((of) => JSON.stringify(of))).size === splits.length;
        const isValid = splits.every(
          (of) =>
            gpusOf(of) <= 32 &&
            Number.isInteger(expertTensorParallelism(of)) &&
            validateParallelism(row, card, precision, of).length === 0,
        );
        if (splits.length === 0 || !isSorted || !isUnique || !isValid)
          wrong.push(`${row.model_code} ${card.gpu_model}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
