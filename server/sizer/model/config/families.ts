import type { ConfigReader } from './config-reader.ts';

/**
 * What the classes of `transformers` say when a file leaves a key out, and what no key says: gates of MLPs. Keyed by
 * `model_type` of the language part. A type that is not here is read all the same, but a person must confirm it.
 */
export interface FamilyFacts {
  /** `tie_word_embeddings` of the class. */
  readonly tied: boolean;
  /** 2: the MLP has no gate. */
  readonly mlpMatrices?: 2;
  /** Parts that every model of the family has: a file without them is incomplete, not another architecture. */
  readonly has?: readonly ('latent' | 'experts' | 'window' | 'mixed layers')[];
  /** Keys that published files leave to the class. */
  readonly defaults?: Readonly<Record<string, number>>;
}

const UNTIED: FamilyFacts = { tied: false };
const TIED: FamilyFacts = { tied: true };
const UNGATED: FamilyFacts = { tied: false, mlpMatrices: 2 };
const MOE: FamilyFacts = { tied: false, has: ['experts'] };
const LATENT_MOE: FamilyFacts = { tied: false, has: ['latent', 'experts'] };
const LINEAR: FamilyFacts = { tied: false, has: ['mixed layers'] };
const LINEAR_MOE: FamilyFacts = { tied: false, has: ['mixed layers', 'experts'] };
const SLIDING: FamilyFacts = { tied: true, has: ['window'] };

/** Source: configuration_*.py of transformers 4.57 and of the models' own repositories. */
const FAMILIES: Readonly<Record<string, FamilyFacts>> = {
  llama: UNTIED,
  llama4: MOE,
  llama4_text: MOE,
  mistral: UNTIED,
  mistral3: UNTIED,
  ministral: UNTIED,
  ministral3: UNTIED,
  mixtral: MOE,
  qwen2: UNTIED,
  qwen2_moe: MOE,
  qwen3: UNTIED,
  qwen3_moe: MOE,
  qwen3_next: LINEAR_MOE,
  qwen2_vl: UNTIED,
  qwen2_5_vl: UNTIED,
  qwen2_5_vl_text: UNTIED,
  qwen3_vl_text: UNTIED,
  qwen3_vl_moe_text: MOE,
  qwen3_5: LINEAR,
  qwen3_5_text: LINEAR,
  qwen3_5_moe: LINEAR_MOE,
  qwen3_5_moe_text: LINEAR_MOE,
  deepseek_v2: LATENT_MOE,
  deepseek_v3: LATENT_MOE,
  deepseek_v32: LATENT_MOE,
  kimi_k2: LATENT_MOE,
  kimi_k25: LATENT_MOE,
  glm: UNTIED,
  glm4: UNTIED,
  glm4_moe: MOE,
  glm4_moe_lite: LATENT_MOE,
  glm_moe_dsa: LATENT_MOE,
  minimax: UNTIED,
  minimax_m2: MOE,
  gpt_oss: { tied: false, has: ['experts', 'window'] },
  gemma: TIED,
  gemma2: SLIDING,
  gemma3: SLIDING,
  gemma3_text: {
    tied: true,
    has: ['window'],
    defaults: {
      num_attention_heads: 8,
      num_key_value_heads: 4,
      head_dim: 256,
      vocab_size: 262_208,
      max_position_embeddings: 131_072,
    },
  },
  gemma4: SLIDING,
  gemma4_text: SLIDING,
  phi3: UNTIED,
  phi: UNGATED,
  phimoe: MOE,
  cohere: TIED,
  cohere2: SLIDING,
  granite: UNTIED,
  granitemoe: MOE,
  olmo2: UNTIED,
  olmo3: UNTIED,
  olmoe: MOE,
  exaone: UNTIED,
  exaone4: UNTIED,
  internlm2: UNTIED,
  internlm3: UNTIED,
  smollm3: TIED,
  starcoder2: { tied: true, mlpMatrices: 2 },
  nemotron: UNGATED,
  nemotron_h: { tied: false, mlpMatrices: 2, has: ['mixed layers'] },
  mimo: UNTIED,
  mimo_v2_flash: { tied: false, has: ['experts', 'window', 'mixed layers'] },
  gpt2: { tied: true, mlpMatrices: 2 },
  gpt_neox: UNGATED,
  opt: { tied: true, mlpMatrices: 2 },
};

/** Architectures whose layers this file format does not describe in a way that is read here, and why. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  mamba: 'a pure state-space model',
  mamba2: 'a pure state-space model',
  jamba: 'a Mamba hybrid with layers that are not read here',
  bamba: 'a Mamba hybrid with layers that are not read here',
  falcon_h1: 'a hybrid with Mamba and attention inside one layer',
  zamba2: 'a Mamba hybrid with shared attention layers',
  granitemoehybrid: 'a Mamba hybrid with layers that are not read here',
  lfm2: 'a hybrid of convolutions and attention',
  kimi_linear: 'a hybrid with Kimi delta attention',
  minimax_text_01: 'a hybrid with lightning attention',
  minimax_m1: 'a hybrid with lightning attention',
  'nemotron-nas': 'a model with other dimensions in every layer (block_configs)',
  deci: 'a model with other dimensions in every layer (block_configs)',
  gemma3n: 'a model with per-layer embeddings and shared KV caches',
  deepseek_v4: 'a model with compressed attention that is not read here',
  bert: 'an encoder',
  roberta: 'an encoder',
  'xlm-roberta': 'an encoder',
  modernbert: 'an encoder',
  whisper: 'a speech model',
  clip: 'an image encoder',
  rwkv: 'a recurrent model',
};

/** The family by the language part's `model_type`; null when it was never checked here. */
export function findFamily(modelType: string | undefined): FamilyFacts | null {
  return (modelType === undefined ? undefined : FAMILIES[modelType]) ?? null;
}

/** In words, why a type cannot be sized; null when nothing speaks against it. */
export function whyUnsupported(reader: ConfigReader, modelType: string | undefined): string | null {
  if (modelType !== undefined && UNSUPPORTED[modelType] !== undefined) return UNSUPPORTED[modelType];
  if (Array.isArray(reader.config['block_configs'])) return UNSUPPORTED['deci'] ?? null;
  const kinds = reader.config['attn_type_list'];
  if (Array.isArray(kinds) && kinds.some((kind) => kind === 0)) return 'a hybrid with lightning attention';
  if (reader.config['linear_attn_config'] !== undefined && reader.config['linear_attn_config'] !== null)
    return 'a hybrid with Kimi delta attention';
  return null;
}
