import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import { layerCounts, parameterCounts, WEIGHT_PARTS, type WeightPart } from './parameters.ts';
import type { PrecisionPlan } from './precision.ts';
import type { Parallelism } from './serving-point.ts';

/** Bytes by part; `total` is their sum. */
export type WeightBytes = Readonly<Record<WeightPart, number>> & { readonly total: number };

const whole = new WeakMap<PrecisionPlan, WeightBytes>();

/** Bytes of the weights of the whole model in a plan, each part once. Without multi-token-prediction layers. */
export function weightBytes(model: AiModelFact, plan: PrecisionPlan): WeightBytes {
  const known = whole.get(plan);
  if (known !== undefined) return known;
  const counts = parameterCounts(model);
  const bytes = Object.fromEntries(
    WEIGHT_PARTS.map((part) => [part, counts[part] * plan.bytes[part]]),
  ) as Record<WeightPart, number>;
  const sum = { ...bytes, total: WEIGHT_PARTS.reduce((total, part) => total + bytes[part], 0) };
  whole.set(plan, sum);
  return sum;
}

/** GPUs of one replica: `tp · pp · dp`. */
export function gpusOf(parallelism: Parallelism): number {
  return parallelism.tp * parallelism.pp * parallelism.dp;
}

/** GPUs that split each routed expert between them (ETP): all of a pipeline stage over those that hold whole experts. */
export function expertTensorParallelism(parallelism: Parallelism): number {
  return (parallelism.tp * parallelism.dp) / parallelism.ep;
}

/** Layers of the fullest pipeline stage. */
export function stageLayers(layers: number, pp: number): number {
  return Math.ceil(layers / pp);
}

/** By plan; splits are whole numbers below 4,096. */
const perGpu = new WeakMap<
  PrecisionPlan,
  { readonly model: AiModelFact; readonly bySplit: Map<number, WeightBytes> }
>();

/**
 * Bytes of the weights on the fullest GPU of a replica, by part. Attention, dense MLP, shared experts, embedding and
 * output projection are split by TP and copied for each attention group; routed experts are split over all GPUs of a
 * stage (ETP x EP, never TP x EP); norms and router are copied. Of pipeline stages the one with most layers counts,
 * with the larger of embedding and output projection. Source: design, sizer.md 2.1. Remembered per plan.
 */
export function weightBytesPerGpu(
  model: AiModelFact,
  plan: PrecisionPlan,
  parallelism: Parallelism,
): WeightBytes {
  let ofPlan = perGpu.get(plan);
  if (ofPlan?.model !== model)
    perGpu.set(plan, (ofPlan = { model, bySplit: new Map<number, WeightBytes>() }));
  const key = (parallelism.tp * 4096 + parallelism.pp) * 4096 + parallelism.dp;
  let bytes = ofPlan.bySplit.get(key);
  if (bytes === undefined) ofPlan.bySplit.set(key, (bytes = computePerGpu(model, plan, parallelism)));
  return bytes;
}

function computePerGpu(model: AiModelFact, plan: PrecisionPlan, parallelism: Parallelism): WeightBytes {
  const all = weightBytes(model, plan);
  const { tp, pp, dp } = parallelism;
  const stage = stageLayers(model.layers, pp) / model.layers;
  const moe = layerCounts(model).moe;
  const moeStage = moe === 0 ? 0 : Math.min(1, stageLayers(model.layers, pp) / moe);
  const isWhole = pp === 1;
  const split = stage / tp;
  const embedding = all.embedding / tp;
  const head = all.head / tp;
  const bytes: Record<WeightPart, number> = {
    attention: all.attention * split,
    linearAttention: all.linearAttention * split,
    // The indexer's heads are not split: every GPU scores all keys.
    indexer: all.indexer * stage,
    denseMlp: all.denseMlp * split,
    routedExperts: (all.routedExperts * moeStage) / (tp * dp),
    sharedExperts: (all.sharedExperts * moeStage) / tp,
    router: all.router * moeStage,
    embedding: isWhole || embedding >= head ? embedding : 0,
    head: isWhole || head > embedding ? head : 0,
    norms: all.norms * stage,
  };
  return { ...bytes, total: WEIGHT_PARTS.reduce((total, part) => total + bytes[part], 0) };
}

/** Share of the routed experts that a step of `tokens` tokens reads, 0 to 1: `1 − (1 − k/E)^tokens` for even routing. */
export function expertsTouched(model: AiModelFact, tokens: number): number {
  if (model.experts === null || model.experts_per_tok === null) return 0;
  return 1 - (1 - model.experts_per_tok / model.experts) ** Math.max(0, tokens);
}

/** Bytes of the multi-token-prediction layers per GPU, 0 for a model without them; loaded only for speculative decoding. */
export function mtpBytesPerGpu(model: AiModelFact, plan: PrecisionPlan, parallelism: Parallelism): number {
  const counts = parameterCounts(model);
  const part = model.experts === null ? plan.bytes.denseMlp : plan.bytes.routedExperts;
  return (counts.mtp * part) / gpusOf(parallelism);
}
