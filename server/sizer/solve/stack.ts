import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import type { SizerFramework, SizerPrecision } from '#contract/sizer/codes.ts';
import type { DisaggregatedPoint, Parallelism, ServingPoint } from '../model/serving-point.ts';
import { gpusOf } from '../model/weight-bytes.ts';
import type { Tokens } from './question.ts';

/** One way to run a model on a GPU model: everything but how many of it. */
export interface Stack {
  readonly model: AiModelFact;
  readonly gpu: GpuFact;
  readonly framework: SizerFramework;
  readonly frameworkVersion: string | null;
  readonly precision: SizerPrecision;
  readonly kvPrecision: 'bf16' | 'fp8' | null;
  readonly parallelism: Parallelism;
  /** Set for disaggregated serving: prefill and decode workers of `parallelism` each, which together make the replica. */
  readonly workers?: { readonly prefill: number; readonly decode: number };
}

/** GPUs of one replica. */
export function gpusOfStack(stack: Pick<Stack, 'parallelism' | 'workers'>): number {
  return (
    gpusOf(stack.parallelism) *
    (stack.workers === undefined ? 1 : stack.workers.prefill + stack.workers.decode)
  );
}

/** The stack, taken as one aggregated replica, under a load of `concurrency` requests. */
export function servingPoint(
  stack: Stack,
  tokens: Pick<Tokens, 'isl' | 'osl'>,
  concurrency: number,
): ServingPoint {
  return {
    mode: 'aggregated',
    model: stack.model,
    gpu: stack.gpu,
    framework: stack.framework,
    frameworkVersion: stack.frameworkVersion,
    precision: stack.precision,
    kvPrecision: stack.kvPrecision,
    parallelism: stack.parallelism,
    isl: tokens.isl,
    osl: tokens.osl,
    concurrency,
  };
}

/** The stack with prefill and decode apart, under a load of `concurrency` requests over all its workers. */
export function disaggregatedPoint(
  stack: Stack & { readonly workers: NonNullable<Stack['workers']> },
  tokens: Pick<Tokens, 'isl' | 'osl'>,
  concurrency: number,
): DisaggregatedPoint {
  const { parallelism, workers } = stack;
  return {
    mode: 'disaggregated',
    model: stack.model,
    gpu: stack.gpu,
    framework: stack.framework,
    frameworkVersion: stack.frameworkVersion,
    precision: stack.precision,
    kvPrecision: stack.kvPrecision,
    prefill: { workers: workers.prefill, parallelism },
    decode: { workers: workers.decode, parallelism },
    isl: tokens.isl,
    osl: tokens.osl,
    concurrency,
  };
}

/** Stable name of a stack: same inputs, same text. */
export function stackId(stack: Stack): string {
  const { tp, pp, ep, dp } = stack.parallelism;
  return [
    stack.model.model_code,
    stack.gpu.gpu_model,
    stack.framework,
    stack.precision,
    `tp${tp}pp${pp}ep${ep}dp${dp}`,
    ...(stack.workers === undefined ? [] : [`p${stack.workers.prefill}d${stack.workers.decode}`]),
  ].join('/');
}

/** TP × PP × EP × DP in words, without the ones. */
export function describeParallelism({ tp, pp, ep, dp }: Parallelism): string {
  const parts = [`TP ${tp}`];
  if (pp > 1) parts.push(`PP ${pp}`);
  if (ep > 1) parts.push(`EP ${ep}`);
  if (dp > 1) parts.push(`DP ${dp}`);
  return parts.join(' × ');
}
