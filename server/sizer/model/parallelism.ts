import type { SizerPrecision } from '#contract/sizer/codes.ts';
import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import { precisionPlan } from './precision.ts';
import type { Parallelism } from './serving-point.ts';
import { expertTensorParallelism, gpusOf } from './weight-bytes.ts';

/** Block that FP8 weights share a scale by in block-quantized checkpoints (DeepSeek, MiniMax, Qwen, GLM). */
const FP8_BLOCK = 128;

/** GPUs that tensor parallelism may span: the fast links of the domain, or the host bus of one machine where there is no such link. */
export function tensorParallelLimit(gpu: GpuFact): number {
  return Math.max(gpu.scaleup_domain, gpu.gpus_per_node);
}

const divides = (by: number, what: number | null): boolean => what === null || what % by === 0;

/** Whether a checkpoint in this precision has FP8 block scales: only where the model is released so. */
function hasFp8Blocks(model: AiModelFact, precision: SizerPrecision): boolean {
  return precision === 'fp8' && /fp8.*128x128/.test(model.native_precision);
}

function headReasons(model: AiModelFact, tp: number): string[] {
  const reasons: string[] = [];
  if (model.q_heads % tp !== 0) {
    reasons.push(`TP ${tp} does not divide the ${model.q_heads} attention heads of ${model.model_name}.`);
  }
  // MLA keeps one latent vector, which every GPU copies: its KV heads are no limit.
  if (model.kv_lora_rank === null) {
    for (const kv of new Set([model.kv_heads, model.full_kv_heads ?? model.kv_heads])) {
      if (kv % tp !== 0 && tp % kv !== 0) {
        reasons.push(
          `TP ${tp} neither divides the ${kv} KV heads of ${model.model_name} nor is a multiple of them.`,
        );
      }
    }
  }
  const linear = model.linear_attention;
  if (
    linear !== undefined &&
    (linear.value_heads % tp !== 0 || (linear.key_heads % tp !== 0 && tp % linear.key_heads !== 0))
  ) {
    reasons.push(
      `TP ${tp} does not divide the ${linear.value_heads} value and ${linear.key_heads} key heads of the linear layers of ${model.model_name}.`,
    );
  }
  return reasons;
}

function expertReasons(model: AiModelFact, parallelism: Parallelism): string[] {
  const { tp, dp, ep } = parallelism;
  const stage = tp * dp;
  if (model.experts === null) {
    return ep === 1 ? [] : [`${model.model_name} has no experts, so EP ${ep} has nothing to share.`];
  }
  if (stage % ep !== 0)
    return [`EP ${ep} does not divide the ${stage} GPUs of a stage (TP ${tp} x DP ${dp}).`];
  const reasons: string[] = [];
  if (model.experts % ep !== 0)
    reasons.push(`EP ${ep} does not divide the ${model.experts} experts of ${model.model_name}.`);
  const etp = expertTensorParallelism(parallelism);
  if (!divides(etp, model.moe_inter)) {
    reasons.push(
      `Splitting each expert over ${etp} GPUs does not divide its ${model.moe_inter ?? 0} columns.`,
    );
  }
  return reasons;
}

function denseReasons(model: AiModelFact, tp: number): string[] {
  const reasons: string[] = [];
  for (const [what, size] of [
    ['dense MLP', model.dense_ffn],
    ['shared expert', model.shared_inter],
  ] as const) {
    if (!divides(tp, size))
      reasons.push(
        `TP ${tp} does not divide the ${size ?? 0} columns of the ${what} of ${model.model_name}.`,
      );
  }
  return reasons;
}

/**
 * Why a split of a model over GPUs cannot be served, in sentences; empty when it can. Heads, experts and MLP columns must
 * divide; a vocabulary is padded by every framework and never refused; stages may differ by a layer. Sources: design,
 * sizer.md 2.1; checks of vLLM and SGLang at start-up.
 */
export function validateParallelism(
  model: AiModelFact,
  gpu: GpuFact,
  precision: SizerPrecision,
  parallelism: Parallelism,
): readonly string[] {
  const { tp, pp, dp, ep } = parallelism;
  if (![tp, pp, dp, ep].every((value) => Number.isInteger(value) && value >= 1)) {
    return ['TP, PP, DP and EP are whole numbers from 1 up.'];
  }
  const reasons: string[] = [];
  if (precisionPlan(model, precision, gpu.vendor) === null)
    reasons.push(`There is no ${precision} checkpoint of ${model.model_name}.`);
  reasons.push(...headReasons(model, tp), ...denseReasons(model, tp), ...expertReasons(model, parallelism));
  if (pp > model.layers)
    reasons.push(`PP ${pp} is more than the ${model.layers} layers of ${model.model_name}.`);
  if (dp > 1 && model.experts === null) {
    reasons.push(
      `${model.model_name} is dense: attention data parallelism would only be ${dp} replicas; ask for replicas.`,
    );
  }
  // Two machines are as far as tensor parallelism is known to run (H100, DeepSeek, TP 16).
  const limit = tensorParallelLimit(gpu);
  if (tp > 2 * limit) {
    reasons.push(
      `TP ${tp} spans more than two of the ${limit}-GPU groups of ${gpu.gpu_display_name}; use PP or attention data parallelism.`,
    );
  }
  return reasons;
}

/**
 * Splits that leave part of an FP8 block on a GPU. Some kernels pad it, others refuse to start, and measured points with
 * such a split exist (MiniMax-M2.5, H200, TP 8), so it is a warning; `enumerateParallelism` never proposes one.
 */
function blockWarnings(model: AiModelFact, precision: SizerPrecision, parallelism: Parallelism): string[] {
  if (!hasFp8Blocks(model, precision)) return [];
  const warnings: string[] = [];
  const etp = expertTensorParallelism(parallelism);
  if (model.moe_inter !== null && model.moe_inter % (FP8_BLOCK * etp) !== 0) {
    warnings.push(
      `Splitting each expert over ${etp} GPUs leaves ${model.moe_inter / etp} columns, not a multiple of the ${FP8_BLOCK}-wide FP8 blocks: some kernels refuse that; EP ${parallelism.tp * parallelism.dp} avoids it.`,
    );
  }
  if (model.dense_ffn !== null && model.dense_ffn % (FP8_BLOCK * parallelism.tp) !== 0) {
    warnings.push(
      `TP ${parallelism.tp} leaves ${model.dense_ffn / parallelism.tp} columns of the dense MLP, not a multiple of the ${FP8_BLOCK}-wide FP8 blocks: some kernels refuse that.`,
    );
  }
  return warnings;
}

/** What is wrong with a split that may still run: FP8 blocks cut apart, communication that leaves the fast links. Sentences; empty when nothing is. */
export function parallelismWarnings(
  model: AiModelFact,
  gpu: GpuFact,
  precision: SizerPrecision,
  parallelism: Parallelism,
): readonly string[] {
  const { tp, dp, ep } = parallelism;
  const limit = tensorParallelLimit(gpu);
  const warnings = blockWarnings(model, precision, parallelism);
  if (tp > limit) {
    warnings.push(
      `TP ${tp} crosses machines: ${gpu.gpu_display_name} has fast links among ${limit} GPUs, beyond them ${gpu.scaleout_gbps_per_gpu} GB/s.`,
    );
  } else if (tp > gpu.scaleup_domain) {
    warnings.push(
      `TP ${tp} runs over the host bus: ${gpu.gpu_display_name} links only ${gpu.scaleup_domain === 1 ? 'no GPUs' : `${gpu.scaleup_domain} GPUs`} directly.`,
    );
  }
  if (ep > 1 && tp * dp > limit) {
    warnings.push(
      `Expert parallelism over ${tp * dp} GPUs crosses machines; it needs a fast network (${gpu.scaleout_gbps_per_gpu} GB/s a GPU here).`,
    );
  }
  return warnings;
}

/** 1, 2, 4 … up to and including `max`. */
function powersOfTwo(max: number): number[] {
  const powers: number[] = [];
  for (let power = 1; power <= max; power *= 2) powers.push(power);
  return powers;
}

/** Tensor parallelism beyond this is not worth its all-reduces [guess]; nobody in the measured points goes further. */
const MOST_TP = 16;

/**
 * Every sensible split of up to `maxGpus` GPUs, fewest GPUs first, then most TP, least PP, least EP: TP within the fast
 * links (or one machine), pipeline stages only on top of full groups, attention data parallelism for mixtures of experts,
 * experts either all split or all whole.
 */
export function enumerateParallelism(
  model: AiModelFact,
  gpu: GpuFact,
  precision: SizerPrecision,
  maxGpus: number,
): readonly Parallelism[] {
  const limit = tensorParallelLimit(gpu);
  const found: Parallelism[] = [];
  for (const tp of powersOfTwo(Math.min(maxGpus, limit, MOST_TP))) {
    const fullGroup = tp >= Math.min(limit, MOST_TP) || tp >= gpu.gpus_per_node || tp >= gpu.scaleup_domain;
    for (const pp of powersOfTwo(fullGroup ? Math.floor(maxGpus / tp) : 1)) {
      if (pp > 8 || pp > model.layers / 2) continue;
      const most = model.experts === null || pp > 1 ? 1 : Math.floor(maxGpus / tp);
      for (const dp of powersOfTwo(most)) {
        const stage = tp * dp;
        for (const ep of model.experts === null || stage === 1 ? [1] : [1, stage]) {
          // Splitting each expert over machines would put an all-reduce on the network in every layer.
          if (ep === 1 && stage > limit) continue;
          const parallelism = { tp, pp, ep, dp };
          if (blockWarnings(model, precision, parallelism).length > 0) continue;
          if (validateParallelism(model, gpu, precision, parallelism).length === 0) found.push(parallelism);
        }
      }
    }
  }
  return found.sort((a, b) => gpusOf(a) - gpusOf(b) || b.tp - a.tp || a.pp - b.pp || a.ep - b.ep);
}
