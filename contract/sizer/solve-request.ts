import { z } from 'zod';
import {
  budgetBasisSchema,
  latencySloSchema,
  recommendationSortSchema,
  scalarSchema,
  sizingGoalSchema,
} from '#contract/sizer/codes.ts';

const count = (max: number) => z.int().min(1).max(max);
const positive = z.number().positive().max(1e15);

/** Weights of the four workload categories; their sum counts as 100 %. At least one is above 0. */
export const workloadMixSchema = z
  .object({
    coding_assistant: z.number().min(0).max(1e6).default(0),
    customer_support: z.number().min(0).max(1e6).default(0),
    agentic_workflows: z.number().min(0).max(1e6).default(0),
    rag_search: z.number().min(0).max(1e6).default(0),
  })
  .refine(
    (mix) => Object.values(mix).some((weight) => weight > 0),
    'Give at least one category a weight above 0.',
  );
export type WorkloadMix = z.infer<typeof workloadMixSchema>;

/** GPUs that are there already: the plan may use at most `count` of them, of one model or of several side by side. */
export const inventoryRowSchema = z.object({
  gpu_model: z.string().min(1).max(100),
  count: count(1_000_000),
  /** GPUs of one machine; default the catalog's. */
  gpus_per_node: count(72).optional(),
});
export type InventoryRow = z.infer<typeof inventoryRowSchema>;

/**
 * Sizing signals. Names and units: sizer API, "Feature keys". Absent or null is "not set".
 * Beside the keys of the specification, ours: `available_inventory`, `ep`, `dp_attention`, `pp`, `framework_version`,
 * `kv_precision`, `spec_accept_length` (mean accepted draft tokens per step), `usd_per_kwh`, `residual_pct`, `mode`.
 */
export const solveFeaturesSchema = z.object({
  sizing_goal: sizingGoalSchema.nullish(),
  display_model: z.string().min(1).max(200).nullish(),
  framework: z.string().min(1).max(60).nullish(),
  precision: z.string().min(1).max(60).nullish(),
  spec_method: z.string().min(1).max(60).nullish(),
  workload_mix: workloadMixSchema.nullish(),
  /** Requests in flight over the whole deployment. */
  conc: count(1_000_000).nullish(),
  isl: count(10_000_000).nullish(),
  osl: count(10_000_000).nullish(),
  decode_tp: count(1024).nullish(),
  prefill_tp: count(1024).nullish(),
  num_decode_gpu: count(100_000).nullish(),
  num_prefill_gpu: count(100_000).nullish(),
  gpu_count: count(100_000).nullish(),
  target_tokens_per_sec: positive.nullish(),
  target_tokens_per_sec_per_user: positive.nullish(),
  target_tokens_per_sec_per_request: positive.nullish(),
  target_tokens_per_sec_per_user_request: positive.nullish(),
  active_users_peak: count(1_000_000_000).nullish(),
  budget_usd: positive.nullish(),
  budget_basis: budgetBasisSchema.nullish(),
  horizon_years: z.number().positive().max(30).nullish(),
  /** Growth of the load a year, percent. */
  growth_pct: z.number().min(-90).max(1_000).nullish(),
  latency_slo: latencySloSchema.nullish(),
  max_latency_p99_ms: positive.nullish(),
  max_nodes: count(100_000).nullish(),
  allowed_gpu_models: z.array(z.string().min(1).max(100)).max(200).nullish(),
  allowed_vendors: z.array(z.string().min(1).max(60)).max(20).nullish(),
  recommendation_sort: recommendationSortSchema.nullish(),
  available_inventory: z.array(inventoryRowSchema).max(200).nullish(),
  ep: count(1024).nullish(),
  dp_attention: count(1024).nullish(),
  pp: count(64).nullish(),
  mode: z.enum(['aggregated', 'disaggregated']).nullish(),
  framework_version: z.string().min(1).max(100).nullish(),
  kv_precision: z.enum(['bf16', 'fp8']).nullish(),
  spec_accept_length: z.number().positive().max(16).nullish(),
  /** USD a kilowatt-hour; default 0.10 (design figures 0.06 to 0.12). */
  usd_per_kwh: z.number().positive().max(10).nullish(),
  /** Share of the capex that the hardware is worth at the end of the horizon, percent. */
  residual_pct: z.number().min(0).max(100).nullish(),
});
export type SolveFeatures = z.infer<typeof solveFeaturesSchema>;

/** Keys of `features` that carry a signal by themselves; the others only colour an answer. */
export const SIZING_SIGNALS = [
  'display_model',
  'framework',
  'precision',
  'workload_mix',
  'conc',
  'isl',
  'osl',
  'gpu_count',
  'num_decode_gpu',
  'num_prefill_gpu',
  'decode_tp',
  'prefill_tp',
  'target_tokens_per_sec',
  'target_tokens_per_sec_per_user',
  'target_tokens_per_sec_per_request',
  'target_tokens_per_sec_per_user_request',
  'active_users_peak',
  'budget_usd',
  'max_latency_p99_ms',
  'max_nodes',
  'allowed_gpu_models',
  'allowed_vendors',
  'available_inventory',
  'sizing_goal',
  'latency_slo',
  'spec_method',
] as const satisfies readonly (keyof SolveFeatures)[];

/** `POST /api/sizer/solve`. One of `solve_for` and `solve_for_many`. */
export const solveRequestSchema = z
  .object({
    fit: z.object({ modality_code: z.string().min(1).max(40) }),
    solve_for: z.enum(['sizing_plan', 'model_fit']).optional(),
    solve_for_many: z.array(scalarSchema).min(1).max(20).optional(),
    features: solveFeaturesSchema,
    /** Workspace; default the caller's primary one. */
    org_id: z.guid().nullish(),
  })
  .refine((request) => (request.solve_for === undefined) !== (request.solve_for_many === undefined), {
    error: 'Give either solve_for or solve_for_many.',
    path: ['solve_for'],
  });
export type SolveRequest = z.infer<typeof solveRequestSchema>;
