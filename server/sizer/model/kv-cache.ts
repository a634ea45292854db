import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import { layerCounts } from './parameters.ts';
import type { Parallelism } from './serving-point.ts';
import { stageLayers } from './weight-bytes.ts';

export type KvPrecision = 'bf16' | 'fp8';

/** Bytes of one stored element. Independent of how the weights are stored. */
export function kvElementBytes(precision: KvPrecision): number {
  return precision === 'fp8' ? 1 : 2;
}

/** A key of the sparse-attention indexer: 8 bits an element and one 32-bit scale. Source: vLLM `indexer_k_cache`, 132 B at 128 dimensions. */
function indexerKeyBytes(model: AiModelFact): number {
  if (model.dsa_topk === null) return 0;
  return (model.dsa_index_dim ?? 128) + 4;
}

/** KV cache of the whole model, undivided, bytes a token. */
export interface KvBytesPerToken {
  /** Layers that see the whole context. */
  readonly growing: number;
  /** Sliding-window layers: live only within the window, though pages may be reserved for the whole length. */
  readonly sliding: number;
  /** Keys of the sparse-attention indexer. */
  readonly indexer: number;
  /** What a token takes of the cache's pages: all three. Matches vLLM's log for gpt-oss-120b, 73,728 B. */
  readonly reserved: number;
}

/**
 * KV cache bytes a token: `2·L·kv·d·b`, for MLA `L·(kv_lora + rope)·b`; keys and values of unlike head size count as they
 * are. Linear layers add none. Source: design, sizer.md 2.1.
 */
export function kvBytesPerToken(model: AiModelFact, precision: KvPrecision): KvBytesPerToken {
  const layers = layerCounts(model);
  const element = kvElementBytes(precision);
  const indexer = layers.full * indexerKeyBytes(model);
  if (model.kv_lora_rank !== null) {
    const growing = layers.full * (model.kv_lora_rank + (model.qk_rope ?? 0)) * element;
    return { growing, sliding: 0, indexer, reserved: growing + indexer };
  }
  const perHead = (headDim: number) => headDim + (model.v_head_dim ?? headDim);
  const growing =
    layers.full *
    (model.full_kv_heads ?? model.kv_heads) *
    perHead(model.full_head_dim ?? model.head_dim) *
    element;
  const sliding = layers.sliding * model.kv_heads * perHead(model.head_dim) * element;
  return { growing, sliding, indexer, reserved: growing + sliding + indexer };
}

/**
 * Bytes of state that one sequence holds in linear-attention or Mamba layers, whatever its length, whole model: the
 * recurrent state at 32 bits (`mamba_ssm_dtype: float32`) and the window of the short convolution at 16.
 */
export function linearStateBytes(model: AiModelFact): number {
  const shape = model.linear_attention;
  if (shape === undefined) return 0;
  const recurrent = shape.value_heads * shape.value_dim * shape.key_dim * 4;
  const channels = 2 * shape.key_heads * shape.key_dim + shape.value_heads * shape.value_dim;
  return model.linear_layers * (recurrent + (shape.conv_kernel - 1) * channels * 2);
}

/** Bytes that a sequence of `tokens` tokens takes of the cache, whole model: sliding layers at their full length, as unified pages reserve it. */
export function kvSequenceBytes(model: AiModelFact, precision: KvPrecision, tokens: number): number {
  return tokens * kvBytesPerToken(model, precision).reserved + linearStateBytes(model);
}

/** Bytes of that which are live: sliding layers hold no more than their window. What a cache that frees old pages would need. */
export function kvSequenceLiveBytes(model: AiModelFact, precision: KvPrecision, tokens: number): number {
  const perToken = kvBytesPerToken(model, precision);
  const window = Math.min(tokens, model.sliding_window ?? tokens);
  return tokens * (perToken.growing + perToken.indexer) + window * perToken.sliding + linearStateBytes(model);
}

/** GPUs that share one token's keys and values: whole KV heads only, and none for MLA, whose latent vector every GPU of the group keeps. */
function headShare(kvHeads: number, tp: number): number {
  return Math.ceil(kvHeads / tp) / kvHeads;
}

/** Part of the whole model's KV cache that one GPU of an attention group keeps, by kind, 0 to 1. */
interface KvShares {
  readonly growing: number;
  readonly sliding: number;
  readonly indexer: number;
  readonly state: number;
}

/**
 * Shares of one GPU. KV heads are copied when there are fewer of them than GPUs; MLA and the indexer are copied over TP
 * and divided only by attention data parallelism (fewer sequences a group) and by pipeline stages (fewer layers).
 */
function kvShares(model: AiModelFact, parallelism: Parallelism): KvShares {
  const { tp, pp } = parallelism;
  const stage = stageLayers(model.layers, pp) / model.layers;
  const isMla = model.kv_lora_rank !== null;
  const state = model.linear_attention === undefined ? 1 : headShare(model.linear_attention.value_heads, tp);
  return {
    growing: stage * (isMla ? 1 : headShare(model.full_kv_heads ?? model.kv_heads, tp)),
    sliding: stage * headShare(model.kv_heads, tp),
    indexer: stage,
    state: stage * state,
  };
}

/** Bytes on one GPU of an attention group for one sequence: the part that grows with each token, and the part that does not. */
export interface KvPerGpu {
  readonly bytesPerToken: number;
  readonly stateBytesPerSequence: number;
}

/** What each token and each sequence of an attention group take on one GPU, for the fit: sliding layers reserved at full length. */
export function kvPerGpu(model: AiModelFact, precision: KvPrecision, parallelism: Parallelism): KvPerGpu {
  const shares = kvShares(model, parallelism);
  const perToken = kvBytesPerToken(model, precision);
  return {
    bytesPerToken:
      perToken.growing * shares.growing +
      perToken.sliding * shares.sliding +
      perToken.indexer * shares.indexer,
    stateBytesPerSequence: linearStateBytes(model) * shares.state,
  };
}

/** Bytes on one GPU for one sequence of `tokens` tokens, for the fit. */
export function kvSequenceBytesPerGpu(
  model: AiModelFact,
  precision: KvPrecision,
  parallelism: Parallelism,
  tokens: number,
): number {
  const perGpu = kvPerGpu(model, precision, parallelism);
  return tokens * perGpu.bytesPerToken + perGpu.stateBytesPerSequence;
}

/**
 * Bytes that one GPU of an attention group moves for one sequence in one decode step at a context of `tokens`: sliding
 * layers at most their window, sparse attention its top keys and all indexer keys, linear states read and written once.
 */
export function kvReadBytesPerGpu(
  model: AiModelFact,
  precision: KvPrecision,
  parallelism: Parallelism,
  tokens: number,
): number {
  const shares = kvShares(model, parallelism);
  const perToken = kvBytesPerToken(model, precision);
  const seen = model.dsa_topk === null ? tokens : Math.min(tokens, model.dsa_topk);
  const window = Math.min(tokens, model.sliding_window ?? tokens);
  return (
    seen * perToken.growing * shares.growing +
    window * perToken.sliding * shares.sliding +
    tokens * perToken.indexer * shares.indexer +
    2 * linearStateBytes(model) * shares.state
  );
}
