import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import type {
  BudgetBasis,
  LatencySlo,
  RecommendationSort,
  Scalar,
  SizerFramework,
  SizerPrecision,
  SizingGoal,
  SpecMethod,
} from '#contract/sizer/codes.ts';
import type { SolveFeatures, WorkloadMix } from '#contract/sizer/solve-request.ts';
import type { Finance } from './fleet-cost.ts';

/** A request that was read and understood: names resolved, defaults filled in and listed, units in names. */
export interface Question {
  /** As sent, without the keys that mean "not set". */
  readonly features: SolveFeatures;
  readonly kind: 'plan' | 'model_fit' | 'scalars';
  readonly scalars: readonly Scalar[];
  readonly goal: SizingGoal | null;
  /** The named model, or a stated representative set; the first is the one that counts. */
  readonly models: readonly AiModelFact[];
  readonly isModelNamed: boolean;
  readonly gpus: readonly GpuFact[];
  readonly isHardwareNamed: boolean;
  readonly framework: SizerFramework | null;
  readonly frameworkVersion: string | null;
  readonly precision: SizerPrecision | null;
  readonly kvPrecision: 'bf16' | 'fp8' | null;
  readonly mode: 'aggregated' | 'disaggregated';
  readonly specMethod: SpecMethod;
  /** Mean accepted draft tokens a step; null: unknown, so no gain is assumed. */
  readonly specAcceptLength: number | null;
  readonly tokens: Tokens;
  readonly load: Load;
  readonly limits: Limits;
  readonly fixed: FixedParallelism;
  readonly finance: Finance;
  readonly growth: { readonly pct: number; readonly years: number; readonly factor: number };
  readonly inventory: ReadonlyMap<string, { readonly count: number; readonly gpusPerNode: number }> | null;
  readonly sort: RecommendationSort;
  readonly warnings: readonly string[];
  readonly assumptions: readonly string[];
}

export interface Tokens {
  readonly isl: number;
  readonly osl: number;
  readonly source: 'explicit' | 'workload_mix' | 'default';
  readonly mix: WorkloadMix | null;
}

/** What the whole deployment must carry, at the end of the horizon. */
export interface Load {
  /** False: no load was given; the smallest deployment that holds the model is the answer. */
  readonly isGiven: boolean;
  /** Requests in flight; null: whatever the throughput needs. */
  readonly concurrency: number | null;
  /** Output tokens a second; null: no target. */
  readonly tokensPerSec: number | null;
  /** The same today, before growth. */
  readonly concurrencyToday: number | null;
  readonly tokensPerSecToday: number | null;
}

/** Limits of a plan. Times in ms; TTFT, TPOT of the median request, E2E of the 99th percentile. */
export interface Limits {
  readonly ttftMs: number | null;
  readonly tpotMs: number | null;
  /** Limit on TPOT that comes from a rate per user or request, not from the profile. */
  readonly tpotFromRateMs: number | null;
  readonly p99E2eMs: number | null;
  readonly profile: LatencySlo | null;
  /** True: nobody asked for the profile, so it gives way where nothing keeps it. */
  readonly isProfileAssumed: boolean;
  readonly budgetUsd: number | null;
  readonly budgetBasis: BudgetBasis;
  readonly maxNodes: number | null;
}

/** What the request fixes of the deployment; null is free. */
export interface FixedParallelism {
  readonly totalGpus: number | null;
  readonly tp: number | null;
  readonly pp: number | null;
  readonly ep: number | null;
  readonly dp: number | null;
  readonly prefillGpus: number | null;
  readonly decodeGpus: number | null;
  readonly prefillTp: number | null;
  /** GPUs of one worker, where the request says so. */
  readonly prefillWorkerGpus: number | null;
  readonly decodeWorkerGpus: number | null;
}
