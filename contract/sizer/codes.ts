import { z } from 'zod';

/** What a sizing is for. Source: sizer API, "Feature keys". */
export const SIZING_GOALS = [
  'find_viable_hardware',
  'find_viable_workload_plan',
  'meet_throughput',
  'meet_latency_slo',
  'stay_within_budget',
  'limit_nodes',
] as const;
export const sizingGoalSchema = z.enum(SIZING_GOALS);
export type SizingGoal = z.infer<typeof sizingGoalSchema>;

/** The cost that a budget is compared with: bought once, a year of running, or both over the horizon. */
export const BUDGET_BASES = ['capex', 'opex_annual', 'tco'] as const;
export const budgetBasisSchema = z.enum(BUDGET_BASES);
export type BudgetBasis = z.infer<typeof budgetBasisSchema>;

/** Orders of the recommendations. */
export const RECOMMENDATION_SORTS = [
  'recommended',
  'lowest_cost',
  'fewest_gpus',
  'highest_throughput',
  'lowest_latency',
  'lowest_power',
] as const;
export const recommendationSortSchema = z.enum(RECOMMENDATION_SORTS);
export type RecommendationSort = z.infer<typeof recommendationSortSchema>;

/** Latency profiles: what TTFT and TPOT a plan must keep when no limit of its own is given. */
export const LATENCY_SLOS = ['production', 'strict', 'batch'] as const;
export const latencySloSchema = z.enum(LATENCY_SLOS);
export type LatencySlo = z.infer<typeof latencySloSchema>;

export const PLAN_TYPES = ['model_fit_only', 'capacity_sized'] as const;
export const planTypeSchema = z.enum(PLAN_TYPES);

/** Scalar estimates of `solve_for_many`; `tpot_p50_ms` and `e2e_p50_ms` are ours beside the four of the specification. */
export const SCALARS = [
  'm_tput_per_gpu',
  'vram_per_gpu_gb',
  'ttft_p50_ms',
  'kv_cache_gb',
  'tpot_p50_ms',
  'e2e_p50_ms',
] as const;
export const scalarSchema = z.enum(SCALARS);
export type Scalar = z.infer<typeof scalarSchema>;

/** Frameworks that the performance model knows. */
export const SIZER_FRAMEWORKS = ['vllm', 'sglang', 'trt-llm'] as const;
export const sizerFrameworkSchema = z.enum(SIZER_FRAMEWORKS);
export type SizerFramework = z.infer<typeof sizerFrameworkSchema>;

/** Precisions that the sizer plans with. */
export const SIZER_PRECISIONS = ['bf16', 'fp8', 'fp4', 'int8', 'int4'] as const;
export const sizerPrecisionSchema = z.enum(SIZER_PRECISIONS);
export type SizerPrecision = z.infer<typeof sizerPrecisionSchema>;

export const SPEC_METHODS = ['none', 'mtp', 'eagle3', 'ngram'] as const;
export const specMethodSchema = z.enum(SPEC_METHODS);
export type SpecMethod = z.infer<typeof specMethodSchema>;

/**
 * How far a figure may be trusted, by its distance to measured points: `high` beside them, `medium` and `low` further away,
 * `very_low` where physics alone speaks. Each class states the interval that held 80 % of held-out points of that class.
 */
export const CONFIDENCES = ['high', 'medium', 'low', 'very_low'] as const;
export const confidenceSchema = z.enum(CONFIDENCES);
export type Confidence = z.infer<typeof confidenceSchema>;
