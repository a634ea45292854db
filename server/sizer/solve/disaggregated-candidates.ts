import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import type { Question } from './question.ts';
import {
  frameworksFor,
  judge,
  precisionsFor,
  searchGpu,
  type Candidate,
  type SearchParts,
} from './search.ts';
import { refinedPerformance } from './performance.ts';
import { gpusOfStack, stackId } from './stack.ts';

/** Prefill and decode workers tried for one replica. */
const WORKER_COUNTS = [
  [1, 1],
  [1, 2],
  [1, 4],
  [2, 1],
  [2, 2],
  [4, 2],
] as const;

/**
 * Disaggregated stacks, experimental: the smallest split that holds the model, as workers of both kinds. Numbers of GPUs
 * that the request fixes (`num_prefill_gpu`, `num_decode_gpu`) are kept.
 */
export function disaggregatedCandidates(
  model: AiModelFact,
  gpu: GpuFact,
  question: Question,
  parts: SearchParts,
): Candidate[] {
  // The split is looked for without the fixed totals: they count workers of both kinds together.
  const free: Question = {
    ...question,
    fixed: { ...question.fixed, totalGpus: null },
    load: { ...question.load, concurrency: 1, tokensPerSec: null },
    limits: { ...question.limits, budgetUsd: null, maxNodes: null },
    inventory: null,
  };
  const found = searchGpu(model, gpu, free, parts);
  const holding = found.filter(
    (candidate) => candidate.memory !== null && candidate.memory.fit !== 'no' && candidate.plan !== null,
  );
  const [smallest] = [...holding].sort(
    (a, b) =>
      gpusOfStack(a.stack) - gpusOfStack(b.stack) ||
      precisionsFor(model, gpu, null).indexOf(b.stack.precision) -
        precisionsFor(model, gpu, null).indexOf(a.stack.precision) ||
      (a.id < b.id ? -1 : 1),
  );
  if (smallest === undefined) return found;
  const size = gpusOfStack(smallest.stack);
  const { prefillGpus, decodeGpus, totalGpus } = question.fixed;
  const counts =
    prefillGpus !== null && decodeGpus !== null
      ? [[Math.max(1, Math.floor(prefillGpus / size)), Math.max(1, Math.floor(decodeGpus / size))] as const]
      : WORKER_COUNTS.filter(
          ([prefill, decode]) => totalGpus === null || totalGpus % ((prefill + decode) * size) === 0,
        );
  const choices = frameworksFor(gpu, question.framework).flatMap((framework) =>
    counts.map(([prefill, decode]) => ({ framework, prefill, decode })),
  );
  return choices.map(({ framework, prefill, decode }) => {
    const stack = { ...smallest.stack, framework, workers: { prefill, decode } };
    const memory = smallest.memory;
    const held = (memory?.memory.kv_capacity_sequences ?? 1) * decode;
    const performance = refinedPerformance(parts.predictor, stack, question, held);
    const draft = {
      stack,
      memory:
        memory === null ? null : { ...memory, memory: { ...memory.memory, kv_capacity_sequences: held } },
      splitFaults: [],
      uncovered: null,
    };
    if ('uncovered' in performance) {
      return {
        ...draft,
        uncovered: performance.uncovered,
        plan: null,
        id: stackId(stack),
        failures: [
          {
            constraint: 'coverage',
            limit: null,
            actual: null,
            unit: null,
            message: `No figures for disaggregated ${model.model_name} on ${gpu.gpu_display_name}: ${performance.uncovered}.`,
          },
        ],
        performance: null,
        refined: null,
      };
    }
    return judge(draft, performance, performance, question, parts);
  });
}
