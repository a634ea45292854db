import type { SizerFramework, SizerPrecision } from '#contract/sizer/codes.ts';
import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';

/** How the GPUs of one replica share a model. `tp · pp` GPUs hold one attention group, `dp` such groups make the replica: GPUs = tp · pp · dp. */
export interface Parallelism {
  /** Tensor parallelism of attention and dense layers. */
  readonly tp: number;
  readonly pp: number;
  /** GPUs that share the routed experts by whole experts; the rest of the replica splits each expert. 1: experts are split by tensor parallelism. */
  readonly ep: number;
  /** Attention data parallelism: attention weights are copied, KV cache is not shared between groups. */
  readonly dp: number;
}

/** One replica under one load: what the physics and the trained model are asked about. */
export interface ServingPoint {
  readonly mode: 'aggregated';
  readonly model: AiModelFact;
  readonly gpu: GpuFact;
  readonly framework: SizerFramework;
  /** Null: not named; the newest known one of the framework is taken. */
  readonly frameworkVersion: string | null;
  readonly precision: SizerPrecision;
  /** Null: the framework's default for that precision. */
  readonly kvPrecision: 'bf16' | 'fp8' | null;
  readonly parallelism: Parallelism;
  /** Tokens, nominal. */
  readonly isl: number;
  readonly osl: number;
  /** Requests in flight in this replica. */
  readonly concurrency: number;
}

/** A disaggregated deployment: prefill and decode on GPUs of their own. */
export interface DisaggregatedPoint extends Omit<ServingPoint, 'mode' | 'parallelism'> {
  readonly mode: 'disaggregated';
  readonly prefill: { readonly workers: number; readonly parallelism: Parallelism };
  readonly decode: { readonly workers: number; readonly parallelism: Parallelism };
}
