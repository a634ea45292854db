import { type AiModelFact, aiModelFactSchema } from '#catalog/ai-model-schema.ts';
import { findQuantization } from '#catalog/quantizations/index.ts';
import {
  architectureName,
  type ConfigReader,
  type JsonObject,
  type MissingFact,
  text,
} from './config/config-reader.ts';
import { whyUnsupported } from './config/families.ts';
import { type ConfigRefusal, languagePart, parseConfig } from './config/parse-config.ts';
import { readFacts } from './config/read-facts.ts';
import { kvBytesPerToken } from './kv-cache.ts';
import { countFromArchitecture } from './parameters.ts';

/** Names the file itself does not hold. */
export interface ModelIdentity {
  readonly model_code: string;
  readonly model_name: string;
  readonly hf_id: string;
  readonly family_name?: string;
}

/** Answers of a person to `missing` questions: the facts themselves. `architecture` confirms one that is not known here. */
export type FactAnswers = Partial<AiModelFact>;

/** What a config.json says. `model` is whole, sizes included, when nothing is missing. */
export type ArchitectureReading =
  | ({ readonly ok: false } & ConfigRefusal)
  | {
      readonly ok: true;
      readonly facts: Partial<AiModelFact>;
      readonly missing: readonly MissingFact[];
      readonly notes: readonly string[];
      readonly model: AiModelFact | null;
    };

/** The whole fact with sizes computed, or null when the facts do not make one; then `notes` says what the schema refuses. */
function completeModel(
  facts: Partial<AiModelFact>,
  identity: ModelIdentity,
  source: string,
  notes: string[],
): AiModelFact | null {
  const draft = {
    ...identity,
    family_name: identity.family_name ?? identity.model_name,
    modality_code: 'llm',
    total_params_b: 1,
    active_params_b: 1,
    kv_bytes_per_token_bf16_growing: 0,
    kv_bytes_per_token_bf16_sliding_capped: 0,
    weights_gb_bf16: 2,
    weights_gb_fp8: 1,
    guesses: [],
    notes: notes.length === 0 ? null : notes.join(' '),
    sources: {
      architecture: source,
      sizes: 'computed from the architecture',
      family: 'as given with the model',
    },
    ...facts,
  };
  const parsed = aiModelFactSchema.safeParse(draft);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) notes.push(`${issue.path.join('.')}: ${issue.message}`);
    return null;
  }
  const counts = countFromArchitecture(parsed.data);
  const kv = kvBytesPerToken(parsed.data, 'bf16');
  const total = facts.total_params_b ?? Math.round(counts.total / 1e7) / 100;
  return {
    ...parsed.data,
    total_params_b: total,
    active_params_b: facts.active_params_b ?? Math.min(total, Math.round(counts.active / 1e7) / 100),
    kv_bytes_per_token_bf16_growing: kv.growing,
    kv_bytes_per_token_bf16_sliding_capped: kv.sliding,
    weights_gb_bf16: Math.round(20 * total) / 10,
    weights_gb_fp8: Math.round(10 * total) / 10,
  };
}

/** Where the file would have said what a person answers: so that an answer decides what depends on it, as the count of layers does. */
const CONFIG_KEYS: Partial<Record<keyof AiModelFact, string>> = {
  layers: 'num_hidden_layers',
  hidden: 'hidden_size',
  q_heads: 'num_attention_heads',
  head_dim: 'head_dim',
  vocab: 'vocab_size',
  max_context: 'max_position_embeddings',
  dense_ffn: 'intermediate_size',
  moe_inter: 'moe_intermediate_size',
  experts_per_tok: 'num_experts_per_tok',
  experts: 'num_experts',
  sliding_window: 'sliding_window',
  kv_lora_rank: 'kv_lora_rank',
  qk_nope: 'qk_nope_head_dim',
  qk_rope: 'qk_rope_head_dim',
  v_head_dim: 'v_head_dim',
  dsa_topk: 'index_topk',
};

function withAnswers(config: JsonObject, answers: FactAnswers): JsonObject {
  const said: Record<string, unknown> = {};
  for (const field of Object.keys(CONFIG_KEYS) as (keyof AiModelFact)[]) {
    const key = CONFIG_KEYS[field];
    if (key !== undefined && answers[field] !== undefined) said[key] = answers[field];
  }
  return { ...config, ...said };
}

/**
 * Reads a model's architecture from the text of its Hugging Face `config.json`. Nothing is guessed silently: what the file
 * leaves to the class is a note, what nobody says is a question in `missing`; `answers` fill those. `model` is null while
 * something is missing. Text models only: a vision part is named and not counted.
 */
export function architectureFromConfig(
  source: string,
  identity: ModelIdentity,
  answers: FactAnswers = {},
): ArchitectureReading {
  const parsed = parseConfig(source);
  if ('refusal' in parsed) return { ok: false, ...parsed.refusal };
  const { config, nestedIn } = languagePart(parsed.config);
  const outer = parsed.config['architectures'];
  const reader: ConfigReader = {
    config: withAnswers(Array.isArray(outer) ? { ...config, architectures: outer } : config, answers),
    missing: [],
    notes: [],
  };
  if (nestedIn !== null)
    reader.notes.push(
      `The language model was read from "${nestedIn}"; image and audio parts are not counted.`,
    );
  const modelType = text(reader, 'model_type');
  const unsupported = whyUnsupported(reader, modelType);
  if (unsupported !== null) {
    return {
      ok: false,
      code: 'unsupported_architecture',
      message: `${architectureName(reader) ?? modelType ?? 'This model'} is ${unsupported}; its memory and speed cannot be worked out from this file.`,
    };
  }
  if (
    ['num_hidden_layers', 'n_layer', 'num_layers', 'hidden_size', 'n_embd', 'd_model'].every(
      (key) => reader.config[key] === undefined,
    )
  ) {
    return {
      ok: false,
      code: 'wrong_file',
      message: 'The text has neither layers nor a hidden size. Paste the config.json of a language model.',
    };
  }
  const read = readFacts(reader);
  const answered = answers.native_precision === undefined ? null : findQuantization(answers.native_precision);
  const facts = {
    ...read,
    ...(answered ? { native_quantization_code: answered.quantization_code } : {}),
    ...answers,
  };
  const missing = reader.missing.filter((fact) => answers[fact.field] === undefined);
  const notes = [...reader.notes];
  const confirmed = answers.architecture ?? read.architecture;
  const model =
    missing.length > 0 || confirmed === undefined
      ? null
      : completeModel(facts, identity, `config.json of ${identity.hf_id}`, notes);
  return { ok: true, facts, missing, notes, model };
}
