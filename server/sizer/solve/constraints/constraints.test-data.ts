import { memoryOf } from '../../model/memory.ts';
import { validateParallelism } from '../../model/parallelism.ts';
import { operatingPoint } from '../performance.ts';
import { gpu, model, question } from '../plain-predictor.test-data.ts';
import { planFor } from '../plan.ts';
import type { Question } from '../question.ts';
import type { Stack } from '../stack.ts';
import { gpuPrices } from '../unit-prices.ts';
import type { Draft } from './constraint.ts';

/** A draft of Llama-3.1-70B on one H100 node, sized with TTFT 100 + 10·B and TPOT 10 + 0.25·B ms, and the question it answers. */
export function drafted(
  features: Record<string, unknown>,
  changes: Partial<Stack> = {},
): { draft: Draft; question: Question } {
  const asked = question({
    display_model: 'Llama-3.1-70B',
    latency_slo: 'batch',
    isl: 1000,
    osl: 101,
    ...features,
  });
  const stack: Stack = {
    model: model('llama-3.1-70b'),
    gpu: gpu('h100-sxm'),
    framework: 'vllm',
    frameworkVersion: null,
    precision: 'fp8',
    kvPrecision: null,
    parallelism: { tp: 4, pp: 1, ep: 1, dp: 1 },
    ...changes,
  };
  const memory = memoryOf({ ...stack, isl: asked.tokens.isl, osl: asked.tokens.osl, concurrency: 1 });
  const plan = planFor({
    stack,
    performance: { at: (load) => operatingPoint(100 + 10 * load, 10 + 0.25 * load, asked.tokens.osl, load) },
    sequencesHeld: 100,
    prices: gpuPrices(stack.gpu, undefined),
    question: asked,
  });
  const splitFaults = validateParallelism(stack.model, stack.gpu, stack.precision, stack.parallelism);
  return { draft: { stack, memory, splitFaults, uncovered: null, plan }, question: asked };
}
