import { describe, expect, it } from 'vitest';
import { type AiModelFact, aiModelFactSchema } from '#catalog/ai-model-schema.ts';
import { findAiModel } from '#catalog/ai-models/index.ts';
import { architectureFromConfig, type ArchitectureReading } from './architecture-from-config.ts';
import { PUBLIC_CONFIGS } from './config/public-configs.test-data.ts';
import { parameterCounts } from './parameters.ts';

const IDENTITY = { model_code: 'a-model', model_name: 'A model', hf_id: 'someone/a-model' };

function read(
  config: unknown,
  answers: Partial<AiModelFact> = {},
): Extract<ArchitectureReading, { ok: true }> {
  const reading = architectureFromConfig(JSON.stringify(config), IDENTITY, answers);
  if (!reading.ok) throw new Error(reading.message);
  return reading;
}

function refused(source: string): Extract<ArchitectureReading, { ok: false }> {
  const reading = architectureFromConfig(source, IDENTITY);
  if (reading.ok) throw new Error('The text was accepted.');
  return reading;
}

/** Facts that the file decides; names, sources and wording are the catalog's own. */
const DECIDED = [
  'architecture',
  'layers',
  'hidden',
  'q_heads',
  'kv_heads',
  'head_dim',
  'attention',
  'kv_lora_rank',
  'q_lora_rank',
  'qk_nope',
  'qk_rope',
  'v_head_dim',
  'dsa_topk',
  'full_attn_layers',
  'linear_layers',
  'sliding_window',
  'dense_ffn',
  'dense_layers',
  'experts',
  'experts_per_tok',
  'moe_inter',
  'shared_inter',
  'vocab',
  'max_context',
  'tied_embeddings',
  'mtp_layers',
  'moe_layers',
  'full_kv_heads',
  'full_head_dim',
  'mlp_matrices',
  'attention_output_gate',
  'linear_attention',
  'dsa_index_heads',
  'dsa_index_dim',
  'native_quantization_code',
  'kv_bytes_per_token_bf16_growing',
  'kv_bytes_per_token_bf16_sliding_capped',
] as const;

const DENSE = {
  architectures: ['LlamaForCausalLM'],
  model_type: 'llama',
  hidden_size: 4096,
  intermediate_size: 11008,
  max_position_embeddings: 4096,
  num_attention_heads: 32,
  num_hidden_layers: 32,
  tie_word_embeddings: false,
  torch_dtype: 'float16',
  vocab_size: 32000,
};

describe('public configurations', () => {
  it.each(Object.entries(PUBLIC_CONFIGS))('%s gives the row of the catalog', (code, config) => {
    const row = findAiModel(code);
    if (row === undefined) throw new Error(code);
    const { model, missing } = read(config);
    expect(missing).toEqual([]);
    for (const field of DECIDED) expect(model?.[field], field).toEqual(row[field]);
    expect(Math.abs((model?.total_params_b ?? 0) / row.total_params_b - 1)).toBeLessThan(0.01);
  });

  it('reads Qwen3-Next, whose file names only the interval of full layers', () => {
    const { model } = read({
      architectures: ['Qwen3NextForCausalLM'],
      model_type: 'qwen3_next',
      decoder_sparse_step: 1,
      full_attention_interval: 4,
      head_dim: 256,
      hidden_size: 2048,
      intermediate_size: 5120,
      linear_conv_kernel_dim: 4,
      linear_key_head_dim: 128,
      linear_num_key_heads: 16,
      linear_num_value_heads: 32,
      linear_value_head_dim: 128,
      max_position_embeddings: 262144,
      mlp_only_layers: [],
      moe_intermediate_size: 512,
      num_attention_heads: 16,
      num_experts: 512,
      num_experts_per_tok: 10,
      num_hidden_layers: 48,
      num_key_value_heads: 2,
      rope_scaling: null,
      shared_expert_intermediate_size: 512,
      tie_word_embeddings: false,
      torch_dtype: 'bfloat16',
      use_sliding_window: false,
      vocab_size: 151936,
    });
    expect(model).toMatchObject({
      full_attn_layers: 12,
      linear_layers: 36,
      attention: 'hybrid-linear',
      attention_output_gate: true,
    });
    // The model card says 80B in total, 3B of it active.
    expect(model?.total_params_b).toBeCloseTo(79.6, 0);
    expect(model?.active_params_b).toBeCloseTo(3.5, 0);
  });

  it('reads Gemma 3 27B with what its class adds, every sixth layer full, one embedding matrix', () => {
    const { model, notes } = read({
      architectures: ['Gemma3ForConditionalGeneration'],
      model_type: 'gemma3',
      text_config: {
        head_dim: 128,
        hidden_size: 5376,
        intermediate_size: 21504,
        model_type: 'gemma3_text',
        num_attention_heads: 32,
        num_hidden_layers: 62,
        num_key_value_heads: 16,
        rope_scaling: { factor: 8, rope_type: 'linear' },
        sliding_window: 1024,
      },
      torch_dtype: 'bfloat16',
      vision_config: { hidden_size: 1152 },
    });
    expect(model).toMatchObject({
      full_attn_layers: 10,
      sliding_window: 1024,
      vocab: 262208,
      max_context: 131072,
      tied_embeddings: true,
    });
    // 27.4B with the 0.4B vision tower.
    expect(model?.total_params_b).toBeCloseTo(27.0, 1);
    expect(notes.join(' ')).toContain('No "vocab_size": 262208');
    expect(notes.join(' ')).toContain('image and audio parts are not counted');
  });

  it('reads Gemma 2: every second layer slides; and Command R: one embedding matrix by default', () => {
    const gemma = read({
      architectures: ['Gemma2ForCausalLM'],
      model_type: 'gemma2',
      head_dim: 128,
      hidden_size: 4608,
      intermediate_size: 36864,
      max_position_embeddings: 8192,
      num_attention_heads: 32,
      num_hidden_layers: 46,
      num_key_value_heads: 16,
      sliding_window: 4096,
      torch_dtype: 'float32',
      vocab_size: 256000,
    }).model;
    expect(gemma).toMatchObject({
      full_attn_layers: 23,
      sliding_window: 4096,
      tied_embeddings: true,
      native_quantization_code: 'fp16',
    });
    expect(gemma?.total_params_b).toBeCloseTo(27.2, 1);
    const command = read({
      architectures: ['CohereForCausalLM'],
      model_type: 'cohere',
      hidden_size: 8192,
      intermediate_size: 22528,
      max_position_embeddings: 131072,
      num_attention_heads: 64,
      num_hidden_layers: 40,
      num_key_value_heads: 64,
      torch_dtype: 'float16',
      vocab_size: 256000,
    }).model;
    expect(command?.total_params_b).toBeCloseTo(35.0, 0);
  });

  it('reads DeepSeek-V2-Lite: no low-rank query, two shared experts', () => {
    const { model } = read({
      architectures: ['DeepseekV2ForCausalLM'],
      model_type: 'deepseek_v2',
      first_k_dense_replace: 1,
      hidden_size: 2048,
      intermediate_size: 10944,
      kv_lora_rank: 512,
      max_position_embeddings: 163840,
      moe_intermediate_size: 1408,
      moe_layer_freq: 1,
      n_routed_experts: 64,
      n_shared_experts: 2,
      num_attention_heads: 16,
      num_experts_per_tok: 6,
      num_hidden_layers: 27,
      num_key_value_heads: 16,
      q_lora_rank: null,
      qk_nope_head_dim: 128,
      qk_rope_head_dim: 64,
      v_head_dim: 128,
      torch_dtype: 'bfloat16',
      vocab_size: 102400,
      rope_scaling: { factor: 40, original_max_position_embeddings: 4096, type: 'yarn' },
      tie_word_embeddings: false,
    });
    expect(model).toMatchObject({
      q_lora_rank: null,
      shared_inter: 2816,
      dense_layers: 1,
      kv_bytes_per_token_bf16_growing: 27 * 576 * 2,
    });
    expect(model?.total_params_b).toBeCloseTo(15.7, 1);
    expect(model?.active_params_b).toBeCloseTo(2.5, 0);
  });
});

describe('what a file leaves out', () => {
  it('takes every head as a KV head and says so, and works out the head size', () => {
    const { model, notes } = read(DENSE);
    expect(model).toMatchObject({ kv_heads: 32, head_dim: 128, sliding_window: null });
    expect(model?.total_params_b).toBeCloseTo(6.74, 2);
    expect(notes.join(' ')).toMatch(
      /32 attention heads has keys and values of its own \(MHA\).*4096 \/ 32 = 128/,
    );
  });

  it('asks for a missing dimension and takes the answer', () => {
    const without = { ...DENSE, num_hidden_layers: undefined };
    const open = read(without);
    expect(open.model).toBeNull();
    expect(open.missing.map((fact) => fact.field)).toEqual(['layers']);
    expect(open.missing[0]?.question).toBe('How many layers?');
    expect(read(without, { layers: 32 }).model).toMatchObject({
      full_attn_layers: 32,
      dense_layers: 32,
      total_params_b: 6.74,
    });
  });

  it('asks for the precision when nothing says it', () => {
    const without = { ...DENSE, torch_dtype: undefined };
    const open = read(without);
    expect(open.missing.map((fact) => fact.field)).toEqual(['native_precision']);
    const answered = read(without, { native_precision: 'NVFP4' });
    expect(answered.model).toMatchObject({ native_precision: 'NVFP4', native_quantization_code: 'fp4' });
  });

  it('does not read an unknown architecture as a known one before a person confirms it', () => {
    const unknown = { ...DENSE, architectures: ['FutureForCausalLM'], model_type: 'future' };
    const open = read(unknown);
    expect(open.model).toBeNull();
    expect(open.missing.map((fact) => fact.field)).toEqual(['architecture']);
    expect(read(unknown, { architecture: 'FutureForCausalLM' }).model?.total_params_b).toBeCloseTo(6.74, 2);
    const untold = { ...unknown, tie_word_embeddings: undefined };
    expect(read(untold).missing.map((fact) => fact.field)).toEqual(['architecture', 'tied_embeddings']);
  });

  it('refuses to use nonsense numbers', () => {
    const { missing, notes } = read({ ...DENSE, num_hidden_layers: '32', hidden_size: -1 });
    expect(missing.map((fact) => fact.field)).toEqual(['layers', 'hidden', 'head_dim']);
    expect(notes.join(' ')).toContain('"num_hidden_layers" is "32"');
  });

  it('does not count what it cannot: per-layer embeddings, latent experts', () => {
    expect(read({ ...DENSE, hidden_size_per_layer_input: 256 }).missing.map((fact) => fact.field)).toEqual([
      'total_params_b',
    ]);
    expect(read({ ...DENSE, moe_latent_size: 1024 }, { total_params_b: 120 }).model?.weights_gb_bf16).toBe(
      240,
    );
  });
});

describe('incomplete files of known families', () => {
  it.each([
    ['deepseek-v3', ['kv_lora_rank'], 'kv_lora_rank', { kv_lora_rank: 512 }],
    ['qwen3-30b-a3b', ['num_experts'], 'experts', { experts: 128 }],
    ['gpt-oss-120b', ['sliding_window'], 'sliding_window', { sliding_window: 128 }],
    ['nemotron-3-nano-30b-a3b', ['hybrid_override_pattern'], 'full_attn_layers', null],
    [
      'mimo-v2-flash',
      ['hybrid_layer_pattern', 'sliding_window', 'sliding_window_size'],
      'sliding_window',
      null,
    ],
  ] as const)('%s without %j is not read as another model', (code, keys, field, answer) => {
    const config = {
      ...(PUBLIC_CONFIGS[code] as object),
      ...Object.fromEntries(keys.map((key) => [key, undefined])),
    };
    const open = read(config);
    expect(open.model).toBeNull();
    expect(open.missing.map((fact) => fact.field)).toContain(field);
    if (answer !== null)
      expect(read(config, answer).model?.total_params_b).toBe(
        read(PUBLIC_CONFIGS[code]).model?.total_params_b,
      );
  });
});

describe('damaged files', () => {
  const damages = [undefined, null, 'x', '', -1, 0, 1.5, 1e30, true, [], {}, [null, 3], { a: null }];

  it('never breaks the reader: a question, a refusal or a sound model', () => {
    let models = 0;
    for (const config of Object.values(PUBLIC_CONFIGS) as Record<string, unknown>[]) {
      const part = typeof config['text_config'] === 'object' ? 'text_config' : null;
      const inner = (part === null ? config : config[part]) as Record<string, unknown>;
      for (const key of Object.keys(inner)) {
        for (const damage of damages) {
          const damaged = { ...inner, [key]: damage };
          const reading = architectureFromConfig(
            JSON.stringify(part === null ? damaged : { ...config, [part]: damaged }),
            IDENTITY,
          );
          if (!reading.ok) expect(reading.message.length).toBeGreaterThan(20);
          else if (reading.model !== null) {
            models += 1;
            aiModelFactSchema.parse(reading.model);
            expect(parameterCounts(reading.model).total).toBeGreaterThan(1e6);
          } else
            expect(
              reading.missing.length + reading.notes.length,
              `${key} ${JSON.stringify(damage)}`,
            ).toBeGreaterThan(0);
        }
      }
    }
    expect(models).toBeGreaterThan(1000);
  });
});

describe('context and windows', () => {
  const context = (extra: object) => read({ ...DENSE, ...extra }).model?.max_context;

  it('stretches by YaRN and linear scaling, and leaves llama3 and longrope as stated', () => {
    expect(
      context({
        max_position_embeddings: 32768,
        rope_scaling: { type: 'yarn', factor: 4, original_max_position_embeddings: 32768 },
      }),
    ).toBe(131072);
    expect(
      context({
        max_position_embeddings: 163840,
        rope_scaling: { type: 'yarn', factor: 40, original_max_position_embeddings: 4096 },
      }),
    ).toBe(163840);
    expect(context({ rope_scaling: { type: 'linear', factor: 2 } })).toBe(8192);
    expect(
      context({
        max_position_embeddings: 131072,
        rope_scaling: { rope_type: 'llama3', factor: 8, original_max_position_embeddings: 8192 },
      }),
    ).toBe(131072);
    expect(
      context({
        max_position_embeddings: 131072,
        rope_scaling: { type: 'longrope', short_factor: [1], long_factor: [2] },
      }),
    ).toBe(131072);
  });

  it('lets a window count only where it is switched on and shorter than the context', () => {
    const mistral = {
      ...DENSE,
      architectures: ['MistralForCausalLM'],
      model_type: 'mistral',
      max_position_embeddings: 32768,
    };
    expect(read({ ...mistral, sliding_window: 4096 }).model).toMatchObject({
      attention: 'GQA+SWA',
      full_attn_layers: 0,
      sliding_window: 4096,
    });
    expect(read({ ...mistral, sliding_window: 32768 }).model).toMatchObject({
      attention: 'GQA',
      sliding_window: null,
    });
    const qwen = {
      ...DENSE,
      architectures: ['Qwen2ForCausalLM'],
      model_type: 'qwen2',
      sliding_window: 2048,
      max_window_layers: 28,
    };
    expect(read({ ...qwen, use_sliding_window: false }).model).toMatchObject({
      full_attn_layers: 32,
      sliding_window: null,
    });
    expect(read({ ...qwen, use_sliding_window: true }).model).toMatchObject({
      full_attn_layers: 28,
      sliding_window: 2048,
    });
  });
});

describe('layers with experts', () => {
  const moe = {
    ...DENSE,
    architectures: ['Qwen2MoeForCausalLM'],
    model_type: 'qwen2_moe',
    num_experts: 60,
    num_experts_per_tok: 4,
    moe_intermediate_size: 1408,
  };

  it.each([
    [{}, 32],
    [{ decoder_sparse_step: 2 }, 16],
    [{ mlp_only_layers: [0, 5] }, 30],
    [{ first_k_dense_replace: 3 }, 29],
    [{ first_k_dense_replace: 2, moe_layer_freq: 2 }, 15],
    [{ interleave_moe_layer_step: 4 }, 8],
    [{ mlp_layer_types: Array.from({ length: 32 }, (_, layer) => (layer < 3 ? 'dense' : 'sparse')) }, 29],
  ])('%j leaves the rest dense', (extra, layersWithExperts) => {
    const { model } = read({ ...moe, ...extra });
    expect(model?.dense_layers).toBe(32 - layersWithExperts);
    expect(model?.dense_ffn).toBe(layersWithExperts === 32 ? null : 11008);
  });
});

describe('quantized checkpoints', () => {
  const quantized = (quantization: object) => {
    const { facts, missing } = read({ ...DENSE, quantization_config: quantization });
    return missing.length > 0
      ? missing.map((fact) => fact.field)
      : [facts.native_quantization_code, facts.native_precision];
  };

  it.each([
    [{ quant_method: 'fp8', weight_block_size: [128, 128] }, ['fp8', 'fp8 block 128x128']],
    [{ quant_method: 'mxfp4' }, ['mxfp4', 'mxfp4 (experts), bf16 attention']],
    [{ quant_method: 'awq', bits: 4, group_size: 128 }, ['int4', 'int4 g128']],
    [{ quant_method: 'gptq', bits: 8, group_size: 32 }, ['int8', 'int8']],
    [
      {
        quant_method: 'compressed-tensors',
        config_groups: { g: { weights: { num_bits: 8, type: 'float' } } },
        ignore: ['lm_head'],
      },
      ['fp8', 'fp8; lm_head bf16'],
    ],
    [
      {
        quant_method: 'compressed-tensors',
        config_groups: { g: { weights: { num_bits: 4, type: 'float', group_size: 16 } } },
      },
      ['fp4', 'nvfp4'],
    ],
    [
      { quant_method: 'compressed-tensors', config_groups: { a: { weights: { num_bits: 8, type: 'int' } } } },
      ['int8', 'int8'],
    ],
    [
      {
        quant_method: 'compressed-tensors',
        config_groups: {
          a: { weights: { num_bits: 8, type: 'float' } },
          b: { weights: { num_bits: 4, type: 'float' } },
        },
      },
      ['native_precision'],
    ],
    [
      {
        quant_method: 'modelopt',
        quant_algo: 'NVFP4',
        exclude_modules: ['model.layers.0.self_attn*', 'lm_head'],
      },
      ['fp4', 'nvfp4; attention, lm_head bf16'],
    ],
    [{ quant_method: 'modelopt', quant_algo: 'FP8' }, ['fp8', 'fp8']],
    [{ quant_method: 'modelopt', quant_algo: 'MIXED_PRECISION' }, ['native_precision']],
    [{ quant_method: 'aqlm' }, ['native_precision']],
  ])('%j', (config, expected) => {
    expect(quantized(config)).toEqual(expected);
  });
});

describe('texts that are no config.json', () => {
  it.each([
    ['', 'malformed_json', /empty/],
    ['{"hidden_size": 4096,', 'malformed_json', /ends early/],
    ['{"a": 1,\n "b": }', 'malformed_json', /line 2, column 7\./],
    ['<!DOCTYPE html>', 'malformed_json', /web page/],
    ['[1, 2]', 'wrong_file', /one JSON object/],
    ['version https://git-lfs.github.com/spec/v1', 'wrong_file', /LFS/],
    ['{"weight_map": {}}', 'wrong_file', /safetensors\.index/],
    ['{"tokenizer_class": "LlamaTokenizer", "chat_template": "x"}', 'wrong_file', /tokenizer_config/],
    [
      '{"temperature": 0.6, "eos_token_id": 2, "transformers_version": "4.5"}',
      'wrong_file',
      /generation_config/,
    ],
    [
      '{"producer": {"name": "modelopt"}, "quantization": {"quant_algo": "NVFP4"}}',
      'wrong_file',
      /hf_quant_config/,
    ],
    ['{"peft_type": "LORA"}', 'wrong_file', /adapter/],
    ['{"dim": 4096, "n_layers": 32}', 'wrong_file', /params\.json/],
    ['{"name": "left-pad", "version": "1.0.0"}', 'wrong_file', /neither layers nor a hidden size/],
    ['{"is_encoder_decoder": true, "model_type": "t5"}', 'unsupported_architecture', /encoder-decoder/],
    [
      '{"model_type": "jamba", "architectures": ["JambaForCausalLM"], "hidden_size": 1}',
      'unsupported_architecture',
      /JambaForCausalLM is a Mamba hybrid/,
    ],
    [
      '{"model_type": "bert", "hidden_size": 768, "num_hidden_layers": 12}',
      'unsupported_architecture',
      /encoder/,
    ],
    [
      '{"model_type": "minimax", "attn_type_list": [0, 1], "hidden_size": 1}',
      'unsupported_architecture',
      /lightning/,
    ],
  ])('%j is refused as %s', (source, code, message) => {
    const reading = refused(source);
    expect(reading.code).toBe(code);
    expect(reading.message).toMatch(message);
  });

  it('refuses what is far too large before it parses it', () => {
    expect(refused(`{"x": "${'a'.repeat(2_000_000)}"}`).code).toBe('too_large');
  });
});
