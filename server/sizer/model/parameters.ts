import type { AiModelFact } from '#catalog/ai-model-schema.ts';

/** Parameters of a model by the part they serve; counts of weights, not billions. */
export interface ParameterCounts {
  /** Projections of softmax attention, sliding-window layers included. */
  readonly attention: number;
  /** Linear-attention or Mamba layers. */
  readonly linearAttention: number;
  /** The indexer of sparse attention (DSA). */
  readonly indexer: number;
  readonly denseMlp: number;
  readonly routedExperts: number;
  readonly sharedExperts: number;
  readonly router: number;
  readonly embedding: number;
  /** Output projection; 0 where it is the embedding itself. */
  readonly head: number;
  readonly norms: number;
  /** Multi-token-prediction layers: loaded only for speculative decoding, in neither sum below. */
  readonly mtp: number;
  readonly total: number;
  /** Passed through by one token; the input embedding is a look-up, the output projection is not. */
  readonly active: number;
}

/** The parts that weights are stored and split by. */
export const WEIGHT_PARTS = [
  'attention',
  'linearAttention',
  'indexer',
  'denseMlp',
  'routedExperts',
  'sharedExperts',
  'router',
  'embedding',
  'head',
  'norms',
] as const;
export type WeightPart = (typeof WEIGHT_PARTS)[number];

/** Layers by what they do; a layer of Nemotron-H holds one mixer and counts once. */
export interface LayerCounts {
  /** Softmax attention over the whole context. */
  readonly full: number;
  readonly sliding: number;
  readonly linear: number;
  readonly moe: number;
  readonly dense: number;
}

/** How many layers of each kind a model has. Without `sliding_window` no layer slides. */
export function layerCounts(model: AiModelFact): LayerCounts {
  const moe = model.experts === null ? 0 : (model.moe_layers ?? model.layers - model.dense_layers);
  return {
    full: model.full_attn_layers,
    sliding: model.sliding_window === null ? 0 : model.layers - model.full_attn_layers - model.linear_layers,
    linear: model.linear_layers,
    moe,
    dense: model.dense_ffn === null ? 0 : model.dense_layers,
  };
}

/** Softmax attention of one layer: `2·h·H·d + 2·h·kv·d`, for MLA the low-rank projections. Source: design, sizer.md 2.1. */
function attentionLayer(model: AiModelFact, kvHeads: number, headDim: number): number {
  const { hidden: h, q_heads: heads } = model;
  if (model.kv_lora_rank !== null) {
    const kvRank = model.kv_lora_rank;
    const rope = model.qk_rope ?? 0;
    const nope = model.qk_nope ?? 0;
    const value = model.v_head_dim ?? 0;
    const query =
      model.q_lora_rank === null
        ? h * heads * (nope + rope)
        : h * model.q_lora_rank + model.q_lora_rank * heads * (nope + rope);
    return query + h * (kvRank + rope) + kvRank * heads * (nope + value) + heads * value * h;
  }
  const valueDim = model.v_head_dim ?? headDim;
  const gate = model.attention_output_gate === true ? 2 : 1;
  return gate * h * heads * headDim + h * kvHeads * (headDim + valueDim) + heads * valueDim * h;
}

/** One gated-delta-net or Mamba-2 layer: input projection, short convolution, output projection. */
function linearLayer(model: AiModelFact): number {
  const shape = model.linear_attention;
  if (shape === undefined) return 0;
  const values = shape.value_heads * shape.value_dim;
  const keys = shape.key_heads * shape.key_dim;
  const steps = shape.kind === 'mamba2' ? shape.value_heads : 2 * shape.value_heads;
  return (
    model.hidden * (2 * values + 2 * keys + steps) +
    (2 * keys + values) * shape.conv_kernel +
    values * model.hidden
  );
}

/** Indexer of one sparse-attention layer: queries from the low-rank query, one shared key, one weight a head. */
function indexerLayer(model: AiModelFact): number {
  if (model.dsa_index_heads === undefined || model.dsa_index_dim === undefined) return 0;
  const from = model.q_lora_rank ?? model.hidden;
  return (
    from * model.dsa_index_heads * model.dsa_index_dim +
    model.hidden * (model.dsa_index_dim + model.dsa_index_heads)
  );
}

/** Beyond this the architecture does not explain the stated total: the model has parts that its facts do not describe. */
const UNEXPLAINED = 0.02;

/**
 * Brings the counts to the stated total where the two differ by more than 2 %: what is missing counts as 16-bit embedding
 * (per-layer embeddings), what is too much comes off the routed experts (experts in a latent space).
 */
function atStatedTotal(model: AiModelFact, counts: ParameterCounts): ParameterCounts {
  const explained = counts.total;
  const missing = model.total_params_b * 1e9 - explained;
  if (Math.abs(missing) <= UNEXPLAINED * explained) return counts;
  if (missing > 0) return { ...counts, embedding: counts.embedding + missing, total: explained + missing };
  const routedExperts = Math.max(0, counts.routedExperts + missing);
  const share = counts.routedExperts === 0 ? 1 : routedExperts / counts.routedExperts;
  const activeExperts =
    model.experts === null ? 0 : ((model.experts_per_tok ?? 0) / model.experts) * counts.routedExperts;
  return {
    ...counts,
    routedExperts,
    total: explained - counts.routedExperts + routedExperts,
    active: counts.active - activeExperts * (1 - share),
  };
}

/**
 * Parameters by part, from the architecture alone; reproduces the published totals within 1 %. Linear layers of a
 * model whose `linear_attention` is not known count as what its stated total leaves over.
 */
export function countFromArchitecture(model: AiModelFact): ParameterCounts {
  const layers = layerCounts(model);
  const h = model.hidden;
  const matrices = model.mlp_matrices ?? 3;
  const fullLayer = attentionLayer(
    model,
    model.full_kv_heads ?? model.kv_heads,
    model.full_head_dim ?? model.head_dim,
  );
  const expert = matrices * h * (model.moe_inter ?? 0);
  const experts = model.experts ?? 0;
  const indexer = model.dsa_topk === null ? 0 : layers.full * indexerLayer(model);
  const attention =
    layers.full * fullLayer + layers.sliding * attentionLayer(model, model.kv_heads, model.head_dim);
  const denseMlp = layers.dense * matrices * h * (model.dense_ffn ?? 0);
  const routedExperts = layers.moe * experts * expert;
  const sharedExperts = layers.moe * matrices * h * (model.shared_inter ?? 0);
  const router = layers.moe * experts * h;
  const embedding = model.vocab * h;
  const head = model.tied_embeddings ? 0 : embedding;
  const norms = (2 * model.layers + 1) * h;
  const rest =
    attention + indexer + denseMlp + routedExperts + sharedExperts + router + embedding + head + norms;
  const linearAttention =
    layers.linear > 0 && model.linear_attention === undefined
      ? Math.max(0, model.total_params_b * 1e9 - rest)
      : layers.linear * linearLayer(model);
  const mtpLayer =
    fullLayer +
    (layers.moe > 0
      ? (routedExperts + sharedExperts + router) / layers.moe
      : denseMlp / Math.max(1, layers.dense));
  return {
    attention,
    linearAttention,
    indexer,
    denseMlp,
    routedExperts,
    sharedExperts,
    router,
    embedding,
    head,
    norms,
    mtp: model.mtp_layers * (mtpLayer + 2 * h * h),
    total: rest + linearAttention,
    active:
      attention +
      linearAttention +
      indexer +
      denseMlp +
      sharedExperts +
      router +
      norms +
      embedding +
      layers.moe * (model.experts_per_tok ?? 0) * expert,
  };
}

const counted = new WeakMap<AiModelFact, ParameterCounts>();

/** Parameters by part: from the architecture, brought to the stated total where that differs by more than 2 %. Remembered per model object. */
export function parameterCounts(model: AiModelFact): ParameterCounts {
  const known = counted.get(model);
  if (known !== undefined) return known;
  const counts = atStatedTotal(model, countFromArchitecture(model));
  counted.set(model, counts);
  return counts;
}
