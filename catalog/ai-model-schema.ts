import { z } from 'zod';

const count = z.int().nonnegative();
const dimension = z.int().positive().nullable();

/**
 * One language model. Dimensions as in the public configuration; null where the architecture has no such part
 * (a dense model has no `experts`). `_b` is 10^9 parameters, `_gb` decimal gigabytes.
 */
export const aiModelFactSchema = z.strictObject({
  model_code: z.string().regex(/^[a-z0-9.-]+$/),
  model_name: z.string().min(3),
  hf_id: z.string().regex(/^[^/]+\/[^/]+$/),
  family_name: z.string().min(3),
  modality_code: z.literal('llm'),
  architecture: z.string().min(3),
  total_params_b: z.number().positive(),
  /** Parameters that one token passes through; the input embedding is a look-up and not counted. */
  active_params_b: z.number().positive(),
  layers: z.int().positive(),
  hidden: z.int().positive(),
  q_heads: z.int().positive(),
  kv_heads: z.int().positive(),
  head_dim: z.int().positive(),
  attention: z.enum(['GQA', 'GQA+SWA', 'MLA', 'MLA+DSA', 'hybrid-linear']),
  kv_lora_rank: dimension,
  q_lora_rank: dimension,
  qk_nope: dimension,
  qk_rope: dimension,
  v_head_dim: dimension,
  /** Keys that sparse attention reads per query. */
  dsa_topk: dimension,
  /** Layers whose KV cache grows with the whole context. */
  full_attn_layers: count,
  /** Layers with a state of constant size instead of a KV cache. */
  linear_layers: count,
  sliding_window: dimension,
  dense_ffn: dimension,
  dense_layers: count,
  experts: dimension,
  experts_per_tok: dimension,
  moe_inter: dimension,
  shared_inter: dimension,
  vocab: z.int().positive(),
  max_context: z.int().positive(),
  tied_embeddings: z.boolean(),
  mtp_layers: count,
  /** As published: `fp8 block 128x128`. */
  native_precision: z.string().min(3),
  native_quantization_code: z.string(),
  /** KV bytes each further token adds at 2 bytes an element, in layers that see the whole context. */
  kv_bytes_per_token_bf16_growing: count,
  /** The same for sliding-window layers, which stop growing at the window. */
  kv_bytes_per_token_bf16_sliding_capped: count,
  weights_gb_bf16: z.number().positive(),
  weights_gb_fp8: z.number().positive(),
  /** Layers with routed experts, where it is not every layer but the dense ones (a dense MLP beside the experts, or layers that hold one mixer each). */
  moe_layers: z.int().positive().optional(),
  /** KV heads and head size of the layers that see the whole context, where the sliding-window layers have others. */
  full_kv_heads: z.int().positive().optional(),
  full_head_dim: z.int().positive().optional(),
  /** Matrices of one MLP or expert: 3 with a gate (absent means 3), 2 without. */
  mlp_matrices: z.union([z.literal(2), z.literal(3)]).optional(),
  /** The query projection also makes a gate and is twice as wide. */
  attention_output_gate: z.boolean().optional(),
  /** Shape of the `linear_layers`; for mamba2 a key head is a group and `key_dim` the state size. */
  linear_attention: z
    .strictObject({
      kind: z.enum(['gated-delta-net', 'mamba2']),
      value_heads: z.int().positive(),
      value_dim: z.int().positive(),
      key_heads: z.int().positive(),
      key_dim: z.int().positive(),
      conv_kernel: z.int().positive(),
    })
    .optional(),
  /** Heads and head size of the indexer that picks the keys of sparse attention. */
  dsa_index_heads: z.int().positive().optional(),
  dsa_index_dim: z.int().positive().optional(),
  sources: z.strictObject({
    architecture: z.string().min(5),
    sizes: z.string().min(5),
    family: z.string().min(5),
  }),
  /** Facts that are guesses or approximations. */
  guesses: z.array(z.string()).readonly(),
  notes: z.string().nullable(),
});
export type AiModelFact = z.infer<typeof aiModelFactSchema>;
