import type { ServingPoint } from '../model/serving-point.ts';

/**
 * Why neither data nor physics carries a point, or null where one of them does. Everything that this lets through is answered, if need
 * be by physics alone and with `very_low` confidence.
 */
export function uncoveredReason(point: ServingPoint): string | null {
  const { model, gpu, framework, parallelism, isl, osl, concurrency } = point;
  const { tp, pp, dp, ep } = parallelism;
  if (![isl, osl, concurrency, tp, pp, dp, ep].every((value) => Number.isFinite(value) && value >= 1))
    return 'concurrency, input and output lengths and every degree of parallelism must be at least 1';
  if (model.experts !== null && (model.moe_inter === null || model.experts_per_tok === null))
    return `${model.model_name}: the width of its experts is not known`;
  if (model.kv_lora_rank !== null && (model.v_head_dim === null || model.qk_rope === null))
    return `${model.model_name}: the head sizes of its latent attention are not known`;
  if (framework === 'trt-llm' && gpu.vendor !== 'nvidia')
    return `TensorRT-LLM runs on NVIDIA GPUs only, not on ${gpu.gpu_display_name}`;
  return null;
}
