import { z } from 'zod';
import { confidenceSchema, planTypeSchema, scalarSchema } from '#contract/sizer/codes.ts';
import { workloadMixSchema } from '#contract/sizer/solve-request.ts';

const usd = z.number().nullable();

/** A figure with the interval that holds 80 % of such figures; both ends null where none can be stated. */
export const estimateSchema = z.object({
  value: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
export type Estimate = z.infer<typeof estimateSchema>;

/** A measured point near to what was asked: what a figure leans on. Times in ms, rates in output tokens a second. */
export const nearestPointSchema = z.object({
  point_id: z.string(),
  /** 0 (nothing in common) to 1 (the same configuration). */
  similarity: z.number(),
  model_code: z.string(),
  gpu_model: z.string(),
  framework: z.string(),
  framework_version: z.string().nullable(),
  precision: z.string(),
  gpus: z.int(),
  tp: z.int(),
  ep: z.int(),
  dp: z.int(),
  isl: z.int(),
  osl: z.int(),
  concurrency: z.int(),
  ttft_ms: z.number(),
  tpot_ms: z.number(),
  tokens_per_sec_per_gpu: z.number(),
  measured_on: z.string().nullable(),
  /** Who measured it and where it is published; or that it is this workspace's own. */
  source: z.string(),
  /** `published` of others, `measured` on this platform (then with its job). */
  provenance: z.enum(['published', 'measured', 'imported']),
  job_id: z.int().nullable(),
});
export type NearestPoint = z.infer<typeof nearestPointSchema>;

/** Memory of one GPU, decimal GB. `usable_gb` is what the framework may use of `vram_gb`. */
export const memorySchema = z.object({
  vram_gb: z.number(),
  usable_gb: z.number(),
  weights_gb: z.number(),
  kv_cache_gb: z.number(),
  activations_gb: z.number(),
  communication_gb: z.number(),
  runtime_gb: z.number(),
  used_gb: z.number(),
  headroom_gb: z.number(),
  headroom_pct: z.number(),
  /** Tokens of KV cache that fit in one replica, and sequences of this shape. */
  kv_capacity_tokens: z.int(),
  kv_capacity_sequences: z.int(),
});
export type SizerMemory = z.infer<typeof memorySchema>;

export const bomLineSchema = z.object({
  item: z.enum([
    'server',
    'gpu',
    'nic',
    'switch',
    'rack',
    'power',
    'cooling',
    'storage',
    'host',
    'software',
    'support',
  ]),
  description: z.string(),
  quantity: z.number(),
  unit: z.string(),
  /** Null: no price known; the total then says it is incomplete. 0 only where a line is part of another's price. */
  unit_price_usd: usd,
  total_usd: usd,
  /** Part of another line's price: shown, not added. */
  included: z.boolean(),
  is_guess: z.boolean(),
  source: z.string(),
  as_of: z.string().nullable(),
  /** Set where the workspace's own price replaced the catalog's. */
  overridden: z.boolean(),
});
export type BomLine = z.infer<typeof bomLineSchema>;

/** What one step of one input does to the answer. */
export const sensitivityPointSchema = z.object({
  /** `conc`, `isl`, `osl`, `growth_pct`, `target_tokens_per_sec`, `year` … */
  input: z.string(),
  value: z.number(),
  gpus_needed: z.int().nullable(),
  nodes_needed: z.int().nullable(),
  expected_tps_total: z.number().nullable(),
  expected_p99_e2e_ms: z.number().nullable(),
  capex_usd: usd,
  /** False: nothing of this kind carries it; the figures are then null. */
  viable: z.boolean(),
});
export type SensitivityPoint = z.infer<typeof sensitivityPointSchema>;

/** One part of a mixed fleet or the whole of a plain one. */
export const recommendationSchema = z.object({
  /** Same inputs, same id: links and comparisons hold on to it. */
  candidate_id: z.string(),
  rank: z.int(),
  model_name: z.string(),
  model_code: z.string(),
  gpu_model: z.string(),
  gpu_display_name: z.string(),
  vendor: z.string(),
  gpus_needed: z.int(),
  nodes_needed: z.int(),
  gpus_per_node: z.int(),
  replicas: z.int(),
  gpus_per_replica: z.int(),
  parallelism: z.object({ tp: z.int(), pp: z.int(), ep: z.int(), dp: z.int() }),
  mode: z.enum(['aggregated', 'disaggregated']),
  experimental: z.boolean(),
  framework: z.string(),
  precision: z.string(),
  kv_precision: z.string(),
  spec_method: z.string(),
  /** Output tokens a second, whole fleet. */
  expected_tps_total: z.number(),
  expected_tps_per_gpu: z.number(),
  expected_tps_per_user: z.number(),
  expected_requests_per_sec: z.number(),
  expected_ttft_p50_ms: z.number(),
  expected_ttft_p99_ms: z.number(),
  expected_tpot_p50_ms: z.number(),
  expected_tpot_p99_ms: z.number(),
  expected_p50_e2e_ms: z.number(),
  expected_p99_e2e_ms: z.number(),
  /** 80 % intervals of the figures above, by name. */
  intervals: z.record(z.string(), z.object({ low: z.number(), high: z.number() })),
  concurrency_per_replica: z.int(),
  max_concurrency_per_replica: z.int(),
  /** Demand over what the fleet could carry within the limits, 0 to 1. */
  utilization: z.number(),
  memory: memorySchema,
  vram_headroom_gb: z.number(),
  vram_headroom_pct: z.number(),
  /** What would be hit first: memory, throughput, latency, budget, nodes, hardware, concurrency or none. */
  binding_constraint: z.object({ constraint: z.string(), message: z.string() }),
  confidence: confidenceSchema,
  confidence_reason: z.string(),
  nearest_points: z.array(nearestPointSchema),
  capex_usd: usd,
  opex_annual_usd: usd,
  tco_usd: usd,
  horizon_years: z.number(),
  usd_per_million_tokens: usd,
  power_w: z.number().nullable(),
  cooling_w: z.number().nullable(),
  /** False: a price is missing or a guess; the totals are then indicative. */
  pricing_complete: z.boolean(),
  bill_of_materials: z.array(bomLineSchema),
  deployment_notes: z.array(z.string()),
  launch_command: z.string().nullable(),
  sensitivity_points: z.array(sensitivityPointSchema),
  /** Mixed fleets: what each GPU model adds; empty for a plain one. */
  fleet: z.array(
    z.object({
      gpu_model: z.string(),
      gpus: z.int(),
      nodes: z.int(),
      replicas: z.int(),
      share_of_load: z.number(),
    }),
  ),
});
export type Recommendation = z.infer<typeof recommendationSchema>;

export const constraintFailureSchema = z.object({
  /** memory, parallelism, throughput, latency, budget, nodes, hardware, inventory, precision, framework, context, concurrency, coverage. */
  constraint: z.string(),
  limit: z.union([z.number(), z.string()]).nullable(),
  actual: z.union([z.number(), z.string()]).nullable(),
  unit: z.string().nullable(),
  message: z.string(),
});
export type ConstraintFailure = z.infer<typeof constraintFailureSchema>;

/** The smallest change that would let a candidate pass: one or more features and the values they would need. */
export const relaxationSchema = z.object({
  message: z.string(),
  changes: z
    .array(z.object({ feature: z.string(), from: z.unknown().nullable(), to: z.unknown().nullable() }))
    .min(1),
});
export type Relaxation = z.infer<typeof relaxationSchema>;

/** A candidate that failed: the least failing one of its GPU model. */
export const rejectedSchema = z.object({
  candidate_id: z.string(),
  gpu_model: z.string(),
  gpu_display_name: z.string(),
  vendor: z.string(),
  /** What it would take; null where no number of them helps. */
  gpus_needed: z.int().nullable(),
  nodes_needed: z.int().nullable(),
  model_name: z.string().nullable(),
  framework: z.string().nullable(),
  precision: z.string().nullable(),
  parallelism: z.object({ tp: z.int(), pp: z.int(), ep: z.int(), dp: z.int() }).nullable(),
  constraint_failures: z.array(constraintFailureSchema).min(1),
  /** Null: nothing the caller could change would do. */
  relaxation: relaxationSchema.nullable(),
});
export type Rejected = z.infer<typeof rejectedSchema>;

export const fitCheckSchema = z.object({
  model_name: z.string(),
  model_code: z.string(),
  precision: z.string(),
  fits: z.boolean(),
  weights_gb: z.number(),
  kv_cache_bytes_per_token: z.number(),
  total_params_b: z.number(),
  active_params_b: z.number(),
  /** The least hardware that holds it, by GPU model; smallest total first. */
  minimum_hardware: z.array(
    z.object({
      gpu_model: z.string(),
      gpu_display_name: z.string(),
      vendor: z.string(),
      gpus: z.int(),
      parallelism: z.object({ tp: z.int(), pp: z.int(), ep: z.int(), dp: z.int() }),
      headroom_gb: z.number(),
      tight: z.boolean(),
    }),
  ),
  guesses: z.array(z.string()),
});
export type FitCheck = z.infer<typeof fitCheckSchema>;

export const evaluatedProfileSchema = z.object({
  conc: z.int(),
  isl: z.int(),
  osl: z.int(),
  /** `explicit`, `workload_mix` or `default`: where the token counts came from. */
  source: z.enum(['explicit', 'workload_mix', 'default']),
  workload_mix: workloadMixSchema.nullable(),
  target_tokens_per_sec: z.number().nullable(),
  max_latency_p99_ms: z.number().nullable(),
  ttft_slo_ms: z.number().nullable(),
  tpot_slo_ms: z.number().nullable(),
  growth_pct: z.number(),
  horizon_years: z.number(),
  /** Load at the horizon over today's. */
  growth_factor: z.number(),
});
export type EvaluatedProfile = z.infer<typeof evaluatedProfileSchema>;

export const scalarResultSchema = estimateSchema.extend({
  name: scalarSchema,
  unit: z.string(),
  confidence: confidenceSchema,
  confidence_reason: z.string(),
  /** The deployment the figure is of. */
  basis: z.string(),
});
export type ScalarResult = z.infer<typeof scalarResultSchema>;

/** Answer of `POST /api/sizer/solve`. */
export const solveResponseSchema = z.object({
  status: z.enum(['completed', 'needs_clarification']),
  plan_type: planTypeSchema.nullable(),
  primary_recommendation: recommendationSchema.nullable(),
  recommendations: z.array(recommendationSchema),
  rejected: z.array(rejectedSchema),
  fit_check: fitCheckSchema.nullable(),
  evaluated_profile: evaluatedProfileSchema.nullable(),
  scalar_results: z.record(z.string(), scalarResultSchema),
  warnings: z.array(z.string()),
  /** What was taken for what was not given. */
  assumptions: z.array(z.string()),
  /** Set with `needs_clarification`: what to ask, with the choices nearest to what was said. */
  clarification: z
    .object({ question: z.string(), feature: z.string().nullable(), options: z.array(z.string()) })
    .nullable(),
  /** Version of the trained model behind the figures. */
  model_version: z.string(),
});
export type SolveResponse = z.infer<typeof solveResponseSchema>;
