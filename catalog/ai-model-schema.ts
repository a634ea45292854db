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
