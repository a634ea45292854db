import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import type { Quantization } from '#catalog/quantizations/index.ts';
import type { StepWork } from './scheduler.ts';

/**
 * Constants of the simulated hardware. They are set by hand so that a lone request of 2,048 prompt tokens falls in
 * the reference table of llm-d-inference-sim (README, commit eec055a): 8B on one H100 TTFT 60 to 120 ms and ITL 10
 * to 15 ms; 70B on eight H100 150 to 250 ms and 18 to 28 ms. They are no fit to measurements and no prediction.
 */
const HARDWARE = {
  /** Share of peak memory bandwidth reached when streaming weights and KV cache. */
  memoryEfficiency: 0.6,
  /** Share of dense peak FLOP/s reached by large matrix products. */
  computeEfficiency: 0.34,
  /** Scheduling, sampling and output handling on the host, each step. */
  hostMs: 2,
  /** Kernel launches of one layer. */
  layerMs: 0.03,
  /** Sampling and bookkeeping of one sequence. */
  sequenceMs: 0.01,
  /** Latency of one all-reduce over the GPUs of a replica; two a layer under tensor parallelism. */
  allReduceMs: 0.03,
  /** Receiving, parsing and tokenizing a request before the engine sees it. */
  frontendMs: 15,
  /** Device memory kept from the KV cache: CUDA context, graphs, activations (vLLM logs 1 to 3 GiB of graphs). */
  reservedGbPerGpu: 3,
} as const;

export interface StepTimeModel {
  /** Milliseconds one engine step takes, and the share of it bound by compute (for the power of the telemetry). */
  stepMs: (work: StepWork) => { ms: number; computeShare: number };
  /** Milliseconds before a request reaches the queue. */
  readonly frontendMs: number;
  readonly weightsGbPerGpu: number;
  /** Tokens whose keys and values fit beside the weights; 0 or less when the weights do not fit. */
  readonly kvCapacityTokens: number;
}

/**
 * A plain roofline of one replica: a step streams the touched weights and the KV cache, or computes its tokens,
 * whichever takes longer, plus communication and host time. Written for the simulator alone; it shares nothing
 * with the sizing service, so that simulated runs cannot prove that service right.
 */
export function createStepTimeModel(options: {
  gpu: GpuFact;
  gpuCount: number;
  model: AiModelFact;
  quantization: Quantization;
  gpuMemoryUtilization: number;
}): StepTimeModel {
  const { gpu, gpuCount, model, quantization } = options;
  const bytesPerMs = gpu.mem_bw_gbps * 1e6 * HARDWARE.memoryEfficiency;
  const flopPerMs = matrixTflops(gpu, quantization) * 1e9 * HARDWARE.computeEfficiency;
  const attentionFlopPerMs = gpu.bf16_tflops * 1e9 * HARDWARE.computeEfficiency;

  const expertParams = routedExpertParams(model);
  const alwaysReadBytes = (model.total_params_b * 1e9 - expertParams) * quantization.bytes_per_weight;
  const expertBytes = expertParams * quantization.bytes_per_weight;
  const experts = model.experts ?? 1;
  const missesOneToken = 1 - (model.experts_per_tok ?? 1) / experts;

  // Heads split over the GPUs; a compressed latent cache (MLA) is held whole by each.
  const kvShards = model.kv_lora_rank === null ? Math.min(gpuCount, model.kv_heads) : 1;
  const kvBytesPerToken =
    (model.kv_bytes_per_token_bf16_growing + model.kv_bytes_per_token_bf16_sliding_capped) / kvShards;
  const meanWindow = model.sliding_window ?? Number.POSITIVE_INFINITY;

  const tokenFlop = (2 * model.active_params_b * 1e9) / gpuCount;
  const attentionFlopPerContext = (4 * model.full_attn_layers * model.q_heads * model.head_dim) / gpuCount;
  const allReduces = gpuCount === 1 ? 0 : 2 * model.layers;
  const ringBytesPerToken = (2 * model.hidden * 2 * (gpuCount - 1)) / gpuCount;
  const linkBytesPerMs = gpu.scaleup_gbps_unidir * 1e6;

  const stepMs = (work: StepWork): { ms: number; computeShare: number } => {
    const tokens = work.decodeSequences + work.prefillTokens;
    const touchedExperts = 1 - missesOneToken ** tokens;
    const weightBytes = (alwaysReadBytes + expertBytes * touchedExperts) / gpuCount;
    const meanContext = work.decodeContextTokens / Math.max(1, work.decodeSequences);
    const kvBytes =
      (work.decodeSequences *
        (model.kv_bytes_per_token_bf16_growing * meanContext +
          model.kv_bytes_per_token_bf16_sliding_capped * Math.min(meanContext, meanWindow))) /
      kvShards;
    const memoryMs = (weightBytes + kvBytes) / bytesPerMs;
    const computeMs =
      (tokens * tokenFlop) / flopPerMs +
      ((work.decodeContextTokens + work.prefillContextTokens) * attentionFlopPerContext) / attentionFlopPerMs;
    const communicationMs =
      allReduces * (HARDWARE.allReduceMs + (tokens * ringBytesPerToken) / linkBytesPerMs);
    const hostMs =
      HARDWARE.hostMs + HARDWARE.layerMs * model.layers + HARDWARE.sequenceMs * work.decodeSequences;
    const ms = Math.max(memoryMs, computeMs) + communicationMs + hostMs;
    return { ms, computeShare: computeMs / ms };
  };

  const weightsGbPerGpu = (model.total_params_b * quantization.bytes_per_weight) / gpuCount;
  const kvGb = gpu.gpu_vram_gb * options.gpuMemoryUtilization - weightsGbPerGpu - HARDWARE.reservedGbPerGpu;
  return {
    stepMs,
    frontendMs: HARDWARE.frontendMs,
    weightsGbPerGpu,
    kvCapacityTokens: Math.floor((kvGb * 1e9) / Math.max(1, kvBytesPerToken)),
  };
}

/** Dense rate of the products with the weights; a precision the GPU cannot multiply in is widened to bf16. */
function matrixTflops(gpu: GpuFact, quantization: Quantization): number {
  switch (quantization.quantization_code) {
    case 'fp8':
      return gpu.fp8_tflops ?? gpu.bf16_tflops;
    case 'int8':
      return gpu.int8_tops ?? gpu.bf16_tflops;
    case 'fp4':
    case 'mxfp4':
      return gpu.fp4_tflops ?? gpu.bf16_tflops;
    default:
      return gpu.bf16_tflops;
  }
}

/** Parameters of the routed experts: three matrices each (two without a gate), in every layer that has them. */
function routedExpertParams(model: AiModelFact): number {
  if (model.experts === null || model.moe_inter === null) return 0;
  const layers = model.moe_layers ?? model.layers - model.dense_layers;
  const all = (model.mlp_matrices ?? 3) * model.hidden * model.moe_inter * model.experts * layers;
  return Math.min(all, 0.98 * model.total_params_b * 1e9);
}
