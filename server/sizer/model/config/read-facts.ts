import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import { attentionKind, readHeads, readLatentAttention, readLinearAttention } from './attention-facts.ts';
import {
  architectureName,
  type ConfigReader,
  defined,
  flag,
  isObject,
  requiredNumber,
  text,
  wholeNumber,
} from './config-reader.ts';
import { type FamilyFacts, findFamily } from './families.ts';
import { type LayerKinds, layerKinds, slidingWindow } from './layer-kinds.ts';
import { readDenseFfn, readExperts } from './mlp-facts.ts';
import { readQuantization } from './quantization-config.ts';

/** Longest context: `max_position_embeddings`, stretched where the RoPE scaling says so and the figure is not stretched already. */
function readMaxContext(reader: ConfigReader): number | undefined {
  const stated = requiredNumber(
    reader,
    'max_context',
    ['max_position_embeddings', 'n_positions', 'max_seq_len', 'seq_length', 'max_sequence_length'],
    'How many tokens is the longest context?',
  );
  const scaling = reader.config['rope_scaling'] ?? reader.config['rope_parameters'];
  if (stated === undefined || !isObject(scaling)) return stated;
  const type = scaling['rope_type'] ?? scaling['type'];
  const factor = scaling['factor'];
  if (typeof factor !== 'number' || !(factor > 1)) return stated;
  const original = scaling['original_max_position_embeddings'];
  let stretched = stated;
  if (type === 'yarn')
    stretched = Math.max(stated, Math.round((typeof original === 'number' ? original : stated) * factor));
  // Gemma 3 states the stretched length.
  else if ((type === 'linear' || type === 'dynamic') && !/^gemma3/.test(text(reader, 'model_type') ?? ''))
    stretched = Math.round(stated * factor);
  if (stretched !== stated)
    reader.notes.push(
      `RoPE scaling (${String(type)}, factor ${factor}) stretches the context of ${stated} tokens to ${stretched}.`,
    );
  return stretched;
}

function readTied(reader: ConfigReader, tiedOfClass: boolean | undefined): Partial<AiModelFact> {
  const stated = flag(reader, 'tie_word_embeddings');
  if (stated !== undefined) return { tied_embeddings: stated };
  if (tiedOfClass === undefined) {
    reader.missing.push({
      field: 'tied_embeddings',
      why: 'The file has no "tie_word_embeddings" and the architecture is not known here.',
      question: 'Is the output projection the same matrix as the input embedding?',
    });
    return {};
  }
  reader.notes.push(
    `No "tie_word_embeddings": the class has ${tiedOfClass ? 'one matrix for both' : 'an output projection of its own'}.`,
  );
  return { tied_embeddings: tiedOfClass };
}

/** Parts that the file announces and that are not counted here: the totals would be wrong, so they are asked for. */
function askForUncounted(reader: ConfigReader): void {
  const uncounted = [
    ['hidden_size_per_layer_input', 'per-layer embeddings'],
    ['moe_latent_size', 'experts in a latent space'],
    ['altup_num_inputs', 'alternating updates'],
  ] as const;
  for (const [key, what] of uncounted) {
    if (wholeNumber(reader, [key]) === undefined) continue;
    reader.missing.push({
      field: 'total_params_b',
      why: `The model has ${what} ("${key}"), which are not counted here.`,
      question: 'How many parameters has the model in total, in billions?',
    });
  }
}

/** Asks for what every model of the family has and this file does not give: read as it is, it would be another model. */
function askForIncomplete(
  reader: ConfigReader,
  family: FamilyFacts | null,
  kinds: LayerKinds,
  facts: Partial<AiModelFact>,
): void {
  const name = text(reader, 'model_type') ?? '';
  for (const part of family?.has ?? []) {
    if (part === 'latent' && (facts.kv_lora_rank ?? null) === null) {
      reader.missing.push({
        field: 'kv_lora_rank',
        why: `Every ${name} has "kv_lora_rank"; the file has none.`,
        question: 'What is the rank of the latent KV vector?',
      });
    } else if (part === 'experts' && (facts.experts ?? null) === null) {
      reader.missing.push({
        field: 'experts',
        why: `Every ${name} has routed experts; the file gives no number of them.`,
        question: 'How many routed experts has a layer?',
      });
    } else if (
      part === 'window' &&
      wholeNumber(reader, ['sliding_window', 'sliding_window_size']) === undefined
    ) {
      reader.missing.push({
        field: 'sliding_window',
        why: `Every ${name} has sliding-window layers; the file gives no "sliding_window".`,
        question: 'How many tokens is the sliding window?',
      });
    } else if (part === 'mixed layers' && kinds.linear + kinds.sliding === 0) {
      reader.missing.push({
        field: 'full_attn_layers',
        why: `Every ${name} has layers of several kinds; the file does not say which ("layer_types", "full_attention_interval" or a pattern).`,
        question: 'Which layers see the whole context? Please paste the complete file.',
      });
    }
  }
}

/** Every fact that the language part of a file decides; what it does not is put on the reader's list of missing facts. */
export function readFacts(reader: ConfigReader): Partial<AiModelFact> {
  const modelType = text(reader, 'model_type');
  const family = findFamily(modelType);
  for (const [key, value] of Object.entries(family?.defaults ?? {})) {
    if (reader.config[key] !== undefined && reader.config[key] !== null) continue;
    reader.config = { ...reader.config, [key]: value };
    reader.notes.push(`No "${key}": ${value}, as the class of ${modelType ?? ''} has it.`);
  }
  const architecture = architectureName(reader);
  if (architecture === undefined) {
    reader.missing.push({
      field: 'architecture',
      why: 'The file has no "architectures".',
      question: 'Which architecture is it (as in "architectures" of config.json)?',
    });
  } else if (family === null) {
    reader.missing.push({
      field: 'architecture',
      why: `"${modelType ?? architecture}" is not known here; it was read as a decoder with softmax attention and gated MLPs.`,
      question: `Is ${architecture} built like that? Confirm its name, or add the model by hand.`,
    });
  }
  const layers = requiredNumber(
    reader,
    'layers',
    ['num_hidden_layers', 'n_layer', 'num_layers', 'n_layers'],
    'How many layers?',
  );
  const hidden = requiredNumber(
    reader,
    'hidden',
    ['hidden_size', 'n_embd', 'd_model'],
    'What is the hidden size?',
  );
  const heads = requiredNumber(
    reader,
    'q_heads',
    ['num_attention_heads', 'n_head', 'n_heads'],
    'How many attention heads?',
  );
  const vocab = requiredNumber(
    reader,
    'vocab',
    ['vocab_size', 'padded_vocab_size'],
    'How many tokens has the vocabulary?',
  );
  const maxContext = readMaxContext(reader);
  const rank = wholeNumber(reader, ['kv_lora_rank']);
  const attention =
    rank === undefined ? readHeads(reader, hidden, heads) : readLatentAttention(reader, rank, hidden, heads);
  const { experts, facts: expertFacts } = readExperts(reader);
  const window = slidingWindow(reader, maxContext);
  const facts: Partial<AiModelFact> = {
    ...defined('architecture', family === null ? undefined : architecture),
    ...defined('layers', layers),
    ...defined('hidden', hidden),
    ...defined('q_heads', heads),
    ...attention,
    ...expertFacts,
    ...defined('vocab', vocab),
    ...defined('max_context', maxContext),
    ...readTied(reader, family?.tied),
    mtp_layers: wholeNumber(reader, ['num_nextn_predict_layers', 'mtp_num_hidden_layers'], 0) ?? 0,
    ...(family?.mlpMatrices === undefined ? {} : { mlp_matrices: family.mlpMatrices }),
    ...(flag(reader, 'attn_output_gate') === true || modelType === 'qwen3_next'
      ? { attention_output_gate: true }
      : {}),
    ...readQuantization(reader),
  };
  if (wholeNumber(reader, ['num_mtp_modules']) !== undefined) {
    reader.notes.push(
      'The file announces multi-token-prediction modules; MiniMax released none of their weights, so none are counted.',
    );
  }
  if (wholeNumber(reader, ['num_kv_shared_layers']) !== undefined) {
    reader.notes.push('Some layers share one KV cache; all are counted: an upper bound.');
  }
  askForUncounted(reader);
  if (layers === undefined) return facts;
  const kinds = layerKinds(reader, layers, window, experts);
  askForIncomplete(reader, family, kinds, facts);
  return {
    ...facts,
    attention: attentionKind(facts, kinds),
    full_attn_layers: kinds.full,
    linear_layers: kinds.linear,
    sliding_window: kinds.sliding > 0 ? window : null,
    ...readDenseFfn(reader, kinds),
    ...(experts !== null && kinds.moe !== layers - kinds.dense ? { moe_layers: kinds.moe } : {}),
    ...readLinearAttention(reader, kinds),
  };
}
