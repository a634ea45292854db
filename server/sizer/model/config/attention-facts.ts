import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import {
  architectureName,
  type ConfigReader,
  defined,
  requiredNumber,
  wholeNumber,
} from './config-reader.ts';
import type { LayerKinds } from './layer-kinds.ts';

type Attention = Pick<
  AiModelFact,
  | 'q_heads'
  | 'kv_heads'
  | 'head_dim'
  | 'kv_lora_rank'
  | 'q_lora_rank'
  | 'qk_nope'
  | 'qk_rope'
  | 'v_head_dim'
  | 'dsa_topk'
>;

/** Multi-head latent attention: low-rank projections, and the indexer of sparse attention where there is one. */
export function readLatentAttention(
  reader: ConfigReader,
  rank: number,
  hidden: number | undefined,
  heads: number | undefined,
): Partial<AiModelFact> {
  const isSparse =
    wholeNumber(reader, ['index_topk']) !== undefined || /Dsa|V32/.test(architectureName(reader) ?? '');
  if (wholeNumber(reader, ['index_topk_freq']) !== undefined) {
    reader.notes.push(
      'Only some layers have an indexer of their own ("index_topk_freq"); all are counted: an upper bound.',
    );
  }
  const indexHeads = wholeNumber(reader, ['index_n_heads']);
  const indexDim = wholeNumber(reader, ['index_head_dim']);
  const derived = hidden !== undefined && heads !== undefined ? Math.floor(hidden / heads) : undefined;
  const headDim = wholeNumber(reader, ['head_dim']) ?? derived;
  return {
    ...(heads === undefined ? {} : { kv_heads: heads }),
    ...(headDim === undefined ? {} : { head_dim: headDim }),
    kv_lora_rank: rank,
    q_lora_rank: wholeNumber(reader, ['q_lora_rank']) ?? null,
    ...defined(
      'qk_nope',
      requiredNumber(
        reader,
        'qk_nope',
        ['qk_nope_head_dim'],
        'How many dimensions of each query head carry no position?',
      ),
    ),
    ...defined(
      'qk_rope',
      requiredNumber(
        reader,
        'qk_rope',
        ['qk_rope_head_dim'],
        'How many dimensions of each query head carry the position?',
      ),
    ),
    ...defined(
      'v_head_dim',
      requiredNumber(reader, 'v_head_dim', ['v_head_dim'], 'What is the head size of the values?'),
    ),
    ...(isSparse
      ? {
          ...defined(
            'dsa_topk',
            requiredNumber(
              reader,
              'dsa_topk',
              ['index_topk'],
              'How many keys does sparse attention read per query?',
            ),
          ),
          ...(indexHeads === undefined ? {} : { dsa_index_heads: indexHeads }),
          ...(indexDim === undefined ? {} : { dsa_index_dim: indexDim }),
        }
      : { dsa_topk: null }),
  };
}

/** Heads of plain softmax attention, in all layers or differing between sliding and full ones. */
export function readHeads(
  reader: ConfigReader,
  hidden: number | undefined,
  heads: number | undefined,
): Partial<AiModelFact> {
  const facts: { -readonly [Key in keyof Attention]?: Attention[Key] } & {
    full_kv_heads?: number;
    full_head_dim?: number;
  } = {
    kv_lora_rank: null,
    q_lora_rank: null,
    qk_nope: null,
    qk_rope: null,
    v_head_dim: null,
    dsa_topk: null,
  };
  const kv = wholeNumber(reader, ['num_key_value_heads', 'num_kv_heads', 'multi_query_group_num']);
  if (kv !== undefined) facts.kv_heads = kv;
  else if (heads !== undefined) {
    facts.kv_heads = heads;
    reader.notes.push(
      `No "num_key_value_heads": every one of the ${heads} attention heads has keys and values of its own (MHA).`,
    );
  }
  const given = wholeNumber(reader, ['head_dim', 'attention_head_dim', 'kv_channels']);
  if (given !== undefined) facts.head_dim = given;
  else if (hidden !== undefined && heads !== undefined && hidden % heads === 0) {
    facts.head_dim = hidden / heads;
    reader.notes.push(`No "head_dim": ${hidden} / ${heads} = ${hidden / heads}.`);
  } else {
    reader.missing.push({
      field: 'head_dim',
      why: 'The file has no "head_dim" and the heads do not divide the hidden size.',
      question: 'What is the size of one attention head?',
    });
  }
  const value = wholeNumber(reader, ['v_head_dim']);
  if (value !== undefined && value !== facts.head_dim) facts.v_head_dim = value;
  // MiMo-V2 names the sliding layers' heads, Gemma 4 the others'; the catalog's `kv_heads` are those of the sliding ones.
  const slidingKv = wholeNumber(reader, ['swa_num_key_value_heads']);
  if (slidingKv !== undefined && kv !== undefined && slidingKv !== kv) {
    facts.kv_heads = slidingKv;
    facts.full_kv_heads = kv;
  }
  const globalKv = wholeNumber(reader, ['num_global_key_value_heads']);
  if (globalKv !== undefined && globalKv !== kv) facts.full_kv_heads = globalKv;
  const globalDim = wholeNumber(reader, ['global_head_dim']);
  if (globalDim !== undefined && globalDim !== facts.head_dim) facts.full_head_dim = globalDim;
  return facts;
}

/** Shape of gated-delta-net or Mamba-2 layers. */
export function readLinearAttention(reader: ConfigReader, kinds: LayerKinds): Partial<AiModelFact> {
  if (kinds.linear === 0) return {};
  const question =
    'What shape have the linear-attention layers (value heads, value size, key heads, key size, convolution)?';
  const isMamba = reader.config['mamba_num_heads'] !== undefined;
  const keys = isMamba
    ? (['mamba_num_heads', 'mamba_head_dim', 'n_groups', 'ssm_state_size', 'conv_kernel'] as const)
    : ([
        'linear_num_value_heads',
        'linear_value_head_dim',
        'linear_num_key_heads',
        'linear_key_head_dim',
        'linear_conv_kernel_dim',
      ] as const);
  const [valueHeads, valueDim, keyHeads, keyDim, kernel] = keys.map((key) => wholeNumber(reader, [key]));
  if (
    valueHeads === undefined ||
    valueDim === undefined ||
    keyHeads === undefined ||
    keyDim === undefined ||
    kernel === undefined
  ) {
    reader.missing.push({
      field: 'linear_attention',
      why: `${kinds.linear} layers are linear, but not all of ${keys.map((key) => `"${key}"`).join(', ')} are there.`,
      question,
    });
    return {};
  }
  return {
    linear_attention: {
      kind: isMamba ? 'mamba2' : 'gated-delta-net',
      value_heads: valueHeads,
      value_dim: valueDim,
      key_heads: keyHeads,
      key_dim: keyDim,
      conv_kernel: kernel,
    },
  };
}

/** The catalog's word for the attention. */
export function attentionKind(facts: Partial<AiModelFact>, kinds: LayerKinds): AiModelFact['attention'] {
  if (facts.kv_lora_rank !== null && facts.kv_lora_rank !== undefined)
    return facts.dsa_topk === null ? 'MLA' : 'MLA+DSA';
  if (kinds.linear > 0) return 'hybrid-linear';
  return kinds.sliding > 0 ? 'GQA+SWA' : 'GQA';
}
