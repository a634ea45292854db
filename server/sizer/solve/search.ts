import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import {
  SIZER_FRAMEWORKS,
  SIZER_PRECISIONS,
  type SizerFramework,
  type SizerPrecision,
} from '#contract/sizer/codes.ts';
import type { ConstraintFailure } from '#contract/sizer/solve-response.ts';
import type { Predictor } from '../calibration/predictor.ts';
import { memoryOf, type MemoryAnswer } from '../model/memory.ts';
import { enumerateParallelism, validateParallelism } from '../model/parallelism.ts';
import { frameworkOnGpu, nativePrecision, planOnGpu, precisionPlan } from '../model/precision.ts';
import type { Parallelism } from '../model/serving-point.ts';
import { vramBytes } from '../model/vram.ts';
import { gpusOf, weightBytes } from '../model/weight-bytes.ts';
import { CONSTRAINTS, failuresOf, STACK_CONSTRAINTS } from './constraints/all.ts';
import type { Draft } from './constraints/constraint.ts';
import {
  fastPerformance,
  refinedPerformance,
  type Performance,
  type RefinedPerformance,
} from './performance.ts';
import { planFor, type Plan } from './plan.ts';
import type { MeasuredLayout } from './measured-layouts.ts';
import type { Question } from './question.ts';
import { stackId, type Stack } from './stack.ts';
import type { GpuPrices } from './unit-prices.ts';

/** What a search needs beside the question. */
export interface SearchParts {
  readonly predictor: Predictor;
  readonly pricesOf: (gpu: GpuFact) => GpuPrices;
  /** How the model was measured on the GPU model, most measured first. */
  readonly layoutsOf: (model: AiModelFact, gpu: GpuFact) => readonly MeasuredLayout[];
}

/** A stack with its verdict. */
export interface Candidate extends Draft {
  readonly id: string;
  readonly failures: readonly ConstraintFailure[];
  /** Null where nothing could be predicted or nothing was worth predicting. */
  readonly performance: Performance | null;
  /** Set once the whole model was asked instead of the fast physics. */
  readonly refined: RefinedPerformance | null;
}

/** True where nothing failed. */
export function isViable(candidate: Candidate): candidate is Candidate & { readonly plan: Plan } {
  return candidate.failures.length === 0 && candidate.plan !== null;
}

/** Precisions tried where none is named: the released one, and published ones that the accelerator computes in. */
export function precisionsFor(
  model: AiModelFact,
  gpu: GpuFact,
  asked: SizerPrecision | null,
): SizerPrecision[] {
  if (asked !== null) return [asked];
  const native = nativePrecision(model);
  const found = SIZER_PRECISIONS.filter((precision) => {
    const plan = precisionPlan(model, precision, gpu.vendor);
    if (plan === null) return false;
    const { support } = planOnGpu(plan, gpu);
    if (precision === native) return support !== 'none';
    const isFloat = precision === 'bf16' || precision === 'fp8' || precision === 'fp4';
    return isFloat && plan.availability === 'published' && support === 'native';
  });
  return found.length > 0 ? found : [native];
}

/** Frameworks that run on the GPU, or the one asked for whether it runs or not: then the verdict says so. */
export function frameworksFor(gpu: GpuFact, asked: SizerFramework | null): SizerFramework[] {
  if (asked !== null) return [asked];
  return SIZER_FRAMEWORKS.filter((framework) => frameworkOnGpu(framework, gpu).runs);
}

const splits = new WeakMap<AiModelFact, Map<string, readonly Parallelism[]>>();

/** Splits up to `maxGpus`; remembered by model, as enumerating them takes longer than predicting. */
function enumerated(
  model: AiModelFact,
  gpu: GpuFact,
  precision: SizerPrecision,
  maxGpus: number,
): readonly Parallelism[] {
  let known = splits.get(model);
  if (known === undefined) splits.set(model, (known = new Map<string, readonly Parallelism[]>()));
  const key = `${gpu.gpu_model} ${precision} ${maxGpus}`;
  let found = known.get(key);
  if (found === undefined) {
    found = enumerateParallelism(model, gpu, precision, maxGpus);
    known.set(key, found);
  }
  return found;
}

/** GPUs of one replica at most: a model that needs more is spread over pipeline stages of whole machines. */
const MAX_GPUS_PER_REPLICA = 64;

/** Layouts people run: one kind of split for attention, and with attention data parallelism whole experts. Others are had by asking for them. */
function isUsual({ tp, ep, dp }: Parallelism): boolean {
  return dp === 1 || (tp === 1 && ep === dp);
}

/** Splits worth trying: those the request fixes, else every sensible one of a machine, and larger ones only where those hold nothing. */
export function parallelismsFor(
  model: AiModelFact,
  gpu: GpuFact,
  precision: SizerPrecision,
  question: Question,
  maxGpus = gpu.gpus_per_node,
): readonly Parallelism[] {
  const { tp, pp, ep, dp, totalGpus } = question.fixed;
  const isSplitFixed = tp !== null || pp !== null || ep !== null || dp !== null;
  const limit = isSplitFixed || totalGpus !== null ? MAX_GPUS_PER_REPLICA : maxGpus;
  const found = enumerated(model, gpu, precision, limit).filter(
    (split) =>
      (tp === null || split.tp === tp) &&
      (pp === null || split.pp === pp) &&
      (ep === null || split.ep === ep) &&
      (dp === null || split.dp === dp) &&
      (totalGpus === null || totalGpus % gpusOf(split) === 0) &&
      (isSplitFixed || isUsual(split)),
  );
  if (found.length > 0) return found;
  // Asked for as it is: the verdict says what is wrong with it.
  if (isSplitFixed) return [{ tp: tp ?? 1, pp: pp ?? 1, ep: ep ?? 1, dp: dp ?? 1 }];
  return enumerated(model, gpu, precision, limit).slice(0, 4);
}

function memoryFor(stack: Stack, question: Question, concurrency: number): MemoryAnswer | null {
  return memoryOf({
    ...stack,
    isl: question.tokens.isl,
    osl: question.tokens.osl,
    concurrency,
    withMtp: question.specMethod === 'mtp',
  });
}

/** Verdict over a stack whose performance is known: sized, then checked. */
export function judge(
  draft: Omit<Draft, 'plan'>,
  performance: Performance,
  refined: RefinedPerformance | null,
  question: Question,
  parts: SearchParts,
): Candidate {
  const { stack } = draft;
  const plan = planFor({
    stack,
    performance,
    sequencesHeld: draft.memory?.memory.kv_capacity_sequences ?? 0,
    prices: parts.pricesOf(stack.gpu),
    question,
    isCoarse: refined === null,
  });
  const uncovered = plan === null ? 'neither measured points nor physics carry it' : null;
  const sized = { ...draft, uncovered: draft.uncovered ?? uncovered, plan };
  return {
    ...sized,
    id: stackId(stack),
    failures: failuresOf(CONSTRAINTS, sized, question),
    performance,
    refined,
  };
}

/** One stack through the fast physics; not sized where something rules it out before. `isValidSplit`: the split was enumerated, so it need not be checked again. */
export function quickCandidate(
  stack: Stack,
  question: Question,
  parts: SearchParts,
  isValidSplit = false,
  /** Makes other figures of the fast ones. */
  corrected: (fast: Performance) => Performance = (fast) => fast,
): Candidate {
  const draft = {
    stack,
    memory: memoryFor(stack, question, 1),
    splitFaults: isValidSplit
      ? []
      : validateParallelism(stack.model, stack.gpu, stack.precision, stack.parallelism),
    uncovered: null,
  };
  const failures = failuresOf(STACK_CONSTRAINTS, { ...draft, plan: null }, question);
  if (failures.length > 0 && !isOnlyHardware(failures)) {
    return { ...draft, plan: null, id: stackId(stack), failures, performance: null, refined: null };
  }
  const performance = corrected(fastPerformance(parts.predictor, stack, question));
  return judge(draft, performance, null, question, parts);
}

function isOnlyHardware(failures: readonly ConstraintFailure[]): boolean {
  return failures.every((entry) => entry.constraint === 'hardware');
}

/** The candidate with the whole model's figures instead of the fast ones, at the load it is planned for. */
export function refine(candidate: Candidate, question: Question, parts: SearchParts): Candidate {
  if (candidate.refined !== null || candidate.plan === null) return candidate;
  const { stack } = candidate;
  const held = candidate.memory?.memory.kv_capacity_sequences ?? 1;
  const planned = candidate.plan.concurrencyPerReplica;
  const asked = (load: number): Candidate => {
    const refined = refinedPerformance(parts.predictor, stack, question, held, [load]);
    if ('uncovered' in refined) {
      const draft = { ...candidate, plan: null, uncovered: refined.uncovered };
      return { ...draft, failures: failuresOf(STACK_CONSTRAINTS, draft, question), performance: null };
    }
    return judge(candidate, refined, refined, question, parts);
  };
  const first = asked(planned);
  // Whole figures may plan another load than the fast ones did: then that one is asked itself, so that what is shown is the model's own.
  return isViable(first) && first.plan.concurrencyPerReplica !== planned
    ? asked(first.plan.concurrencyPerReplica)
    : first;
}

/** The same stack under another question (changed limits or load), with the figures it has. */
export function rejudge(candidate: Candidate, question: Question, parts: SearchParts): Candidate {
  if (candidate.performance === null) return quickCandidate(candidate.stack, question, parts);
  return judge(
    { ...candidate, memory: memoryFor(candidate.stack, question, 1) },
    candidate.performance,
    candidate.refined,
    question,
    parts,
  );
}

/** Memory at the planned load of a candidate. */
export function memoryAtLoad(
  candidate: Candidate,
  question: Question,
  concurrency: number,
): MemoryAnswer | null {
  return memoryFor(candidate.stack, question, concurrency);
}

/** Every candidate of one model on one GPU model, in fast figures. One framework stands for all of the GPU's; refining tries the others. */
export function searchGpu(
  model: AiModelFact,
  gpu: GpuFact,
  question: Question,
  parts: SearchParts,
): Candidate[] {
  const [framework] = frameworksFor(gpu, question.framework);
  if (framework === undefined) return [];
  const base = {
    model,
    gpu,
    framework,
    frameworkVersion: question.frameworkVersion,
    kvPrecision: question.kvPrecision,
  };
  const tried = (minGpus: number, maxGpus: number) =>
    precisionsFor(model, gpu, question.precision).flatMap((precision) => {
      const splits = parallelismsFor(model, gpu, precision, question, maxGpus).filter(
        (split) => gpusOf(split) >= minGpus,
      );
      return holdingSplits(model, gpu, precision, splits).map((parallelism) =>
        quickCandidate({ ...base, precision, parallelism }, question, parts, !isFixed(question)),
      );
    });
  const holds = (candidates: readonly Candidate[]) =>
    candidates.some(({ memory }) => memory !== null && memory.fit !== 'no');
  const inOneNode = tried(1, gpu.gpus_per_node);
  if (holds(inOneNode) || isFixed(question)) return inOneNode;
  for (const nodes of [2, 4, 8]) {
    const maxGpus = Math.min(MAX_GPUS_PER_REPLICA, nodes * gpu.gpus_per_node);
    const larger = tried(maxGpus / 2 + 1, maxGpus);
    if (holds(larger)) return larger;
  }
  return inOneNode;
}

function isFixed({ fixed }: Question): boolean {
  return [fixed.totalGpus, fixed.tp, fixed.pp, fixed.ep, fixed.dp].some((value) => value !== null);
}

/** Splits whose GPUs together hold at least the weights; where none does, the largest: its verdict says by how much. */
function holdingSplits(
  model: AiModelFact,
  gpu: GpuFact,
  precision: SizerPrecision,
  splits: readonly Parallelism[],
): readonly Parallelism[] {
  const plan = precisionPlan(model, precision, gpu.vendor);
  if (plan === null) return splits.slice(0, 1);
  const least = weightBytes(model, plan).total / vramBytes(gpu);
  const holding = splits.filter((split) => gpusOf(split) >= least);
  return holding.length > 0 ? holding : splits.slice(-1);
}
