import { describe, expect, it } from 'vitest';
import { launchCommand, launchNotes, servedContext } from './launch.ts';
import { gpu, model } from './plain-predictor.test-data.ts';
import type { Stack } from './stack.ts';

const stack = (changes: Partial<Stack>): Stack => ({
  model: model('deepseek-r1'),
  gpu: gpu('b200-sxm'),
  framework: 'vllm',
  frameworkVersion: null,
  precision: 'fp8',
  kvPrecision: null,
  parallelism: { tp: 1, pp: 1, ep: 8, dp: 8 },
  ...changes,
});
const TOKENS = { isl: 3000, osl: 500 };

describe('launchCommand', () => {
  it('counts attention groups apart in vLLM', () => {
    expect(launchCommand(stack({}), TOKENS)).toBe(
      'VLLM_NO_USAGE_STATS=1 vllm serve deepseek-ai/DeepSeek-R1 --host 0.0.0.0 --port 8000 --tensor-parallel-size 1 --max-model-len 4096 --data-parallel-size 8 --enable-expert-parallel',
    );
  });

  it('counts them within tensor parallelism in SGLang', () => {
    expect(launchCommand(stack({ framework: 'sglang', kvPrecision: 'fp8' }), TOKENS)).toBe(
      'python3 -m sglang.launch_server --model-path deepseek-ai/DeepSeek-R1 --host 0.0.0.0 --port 30000 --tp-size 8 --context-length 4096 --enable-metrics --dp-size 8 --enable-dp-attention --ep-size 8 --kv-cache-dtype fp8_e4m3',
    );
  });

  it('leaves what TensorRT-LLM reads from a file to the notes', () => {
    const trt = stack({ framework: 'trt-llm' });
    expect(launchCommand(trt, TOKENS)).toBe(
      'trtllm-serve deepseek-ai/DeepSeek-R1 --host 0.0.0.0 --port 8000 --tp_size 8 --max_seq_len 4096 --ep_size 8',
    );
    expect(launchNotes(trt, 64).join(' ')).toContain('enable_attention_dp');
  });

  it('has no single command for disaggregated serving', () => {
    expect(launchCommand(stack({ workers: { prefill: 1, decode: 2 } }), TOKENS)).toBeNull();
  });
});

it('serves no more context than the model has', () => {
  expect(servedContext(stack({}), { isl: 1024, osl: 1024 })).toBe(2048);
  expect(servedContext(stack({ model: model('qwen3-32b') }), { isl: 40_000, osl: 900 })).toBe(40_960);
});

it('says when a checkpoint is not the released one', () => {
  expect(launchNotes(stack({ precision: 'fp4' }), 1).join(' ')).toContain('Needs a fp4 checkpoint');
  expect(launchNotes(stack({}), 1).join(' ')).not.toContain('checkpoint');
});
