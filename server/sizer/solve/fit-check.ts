import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import type { SizerPrecision } from '#contract/sizer/codes.ts';
import type { FitCheck } from '#contract/sizer/solve-response.ts';
import { kvBytesPerToken } from '../model/kv-cache.ts';
import { memoryOf } from '../model/memory.ts';
import { defaultKvPrecision, nativePrecision, planOnGpu, precisionPlan } from '../model/precision.ts';
import { gpusOf, weightBytes } from '../model/weight-bytes.ts';
import type { Question } from './question.ts';
import { frameworksFor, parallelismsFor } from './search.ts';

type MinimumHardware = FitCheck['minimum_hardware'][number];

/** Largest replicas that a fit is looked for with, in machines. */
const NODE_STEPS = [1, 2, 4, 8] as const;

function minimumOn(
  model: AiModelFact,
  gpu: GpuFact,
  precision: SizerPrecision,
  question: Question,
): MinimumHardware | null {
  const plan = precisionPlan(model, precision, gpu.vendor);
  const [framework] = frameworksFor(gpu, question.framework);
  if (plan === null || framework === undefined || planOnGpu(plan, gpu).support === 'none') return null;
  const free: Question = {
    ...question,
    fixed: { ...question.fixed, totalGpus: null, tp: null, pp: null, ep: null, dp: null },
  };
  for (const nodes of NODE_STEPS) {
    const maxGpus = Math.min(64, nodes * gpu.gpus_per_node);
    for (const parallelism of parallelismsFor(model, gpu, precision, free, maxGpus)) {
      if (nodes > 1 && gpusOf(parallelism) <= gpu.gpus_per_node) continue;
      const answer = memoryOf({
        model,
        gpu,
        framework,
        precision,
        kvPrecision: question.kvPrecision,
        parallelism,
        isl: question.tokens.isl,
        osl: question.tokens.osl,
        concurrency: 1,
      });
      if (answer === null || answer.fit === 'no') continue;
      return {
        gpu_model: gpu.gpu_model,
        gpu_display_name: gpu.gpu_display_name,
        vendor: gpu.vendor,
        gpus: gpusOf(parallelism),
        parallelism: { ...parallelism },
        headroom_gb: answer.memory.headroom_gb,
        tight: answer.fit === 'tight',
      };
    }
  }
  return null;
}

/** Whether the model fits at all, and the least hardware of each allowed GPU model that holds it with one sequence; smallest total memory first. */
export function fitCheck(question: Question): FitCheck | null {
  const [model] = question.models;
  if (model === undefined || !question.isModelNamed) return null;
  const precision = question.precision ?? nativePrecision(model);
  const plan = precisionPlan(model, precision);
  const kvPrecision = question.kvPrecision ?? defaultKvPrecision(question.framework ?? 'vllm', precision);
  const fitsContext = question.tokens.isl + question.tokens.osl <= model.max_context;
  const totalGb = (row: MinimumHardware) =>
    row.gpus * (question.gpus.find((gpu) => gpu.gpu_model === row.gpu_model)?.gpu_vram_gb ?? 0);
  const rows = fitsContext
    ? question.gpus.flatMap((gpu) => minimumOn(model, gpu, precision, question) ?? [])
    : [];
  rows.sort((a, b) => totalGb(a) - totalGb(b) || a.gpus - b.gpus || (a.gpu_model < b.gpu_model ? -1 : 1));
  return {
    model_name: model.model_name,
    model_code: model.model_code,
    precision,
    fits: rows.length > 0,
    weights_gb:
      plan === null ? model.weights_gb_bf16 : Math.round(weightBytes(model, plan).total / 1e7) / 100,
    kv_cache_bytes_per_token: kvBytesPerToken(model, kvPrecision).reserved,
    total_params_b: model.total_params_b,
    active_params_b: model.active_params_b,
    minimum_hardware: rows,
    guesses: [...model.guesses],
  };
}
