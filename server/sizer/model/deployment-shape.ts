import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import { gpuRates, linkBytesPerMs, type GpuRates, type WeightWidth } from './hardware.ts';
import { layerCounts, parameterCounts } from './parameters.ts';
import type { ServingPoint } from './serving-point.ts';
import { vramBytes } from './vram.ts';

/** What the times of a step depend on besides the load: everything that is fixed once a replica is laid out. Bytes are of one GPU. */
export interface DeploymentShape {
  readonly rates: GpuRates;
  readonly linkBytesPerMs: number;
  /** GPUs of the replica, and those that work on one micro-batch at a time (all but the other pipeline stages). */
  readonly gpus: number;
  readonly width: number;
  readonly stages: number;
  /** Attention groups, and the GPUs that share one group's attention. */
  readonly groups: number;
  readonly attentionWidth: number;
  readonly layers: number;
  readonly moeLayers: number;
  readonly linearLayers: number;
  readonly hidden: number;
  /** Bytes read each step whatever the batch: attention, dense MLP, shared experts, head. */
  readonly denseBytes: number;
  /** Bytes of all routed experts, and the share of them that one token picks. */
  readonly expertBytes: number;
  readonly pickedShare: number;
  /** FLOP-milliseconds of one token: attention projections and head; MLP and experts. */
  readonly attentionMsPerToken: number;
  readonly headMsPerToken: number;
  readonly mlpMsPerToken: number;
  /** Time of one query against one key over all layers, decode and prefill. */
  readonly decodeKeyMs: number;
  readonly prefillKeyMs: number;
  /** KV bytes read per token of context, of growing layers; read at most `topk` of them with sparse attention. */
  readonly kvBytesPerToken: number;
  readonly kvReadLimit: number;
  /** KV bytes per token of sliding-window layers, and the window. */
  readonly windowBytesPerToken: number;
  readonly window: number;
  /** Bytes of each sequence's constant state, read and written each step, and of an index key per token. */
  readonly stateBytes: number;
  readonly indexBytesPerToken: number;
  readonly weightBytes: number;
  /** Bytes of one GPU that KV cache may fill; at least 2 % of its memory, so that a tight fit still gives a figure. */
  readonly kvRoomBytes: number;
  /** Whether the scheduler admits a request only with room for its whole answer (TensorRT-LLM, GUARANTEED_NO_EVICT). */
  readonly reservesAnswer: boolean;
  /** Bytes that KV cache takes in memory per byte that its reading costs. */
  readonly kvStoredShare: number;
}

/** Parameters of the parts of a model that are stored and read differently. Counts, not billions. */
interface ModelParts {
  readonly attention: number;
  readonly denseMlp: number;
  readonly sharedExperts: number;
  readonly routedExperts: number;
  readonly head: number;
}

/** The parts that a step reads in the same way taken together; a tied head is read as the embedding it is. */
function modelParts(model: AiModelFact): ModelParts {
  const counts = parameterCounts(model);
  return {
    attention: counts.attention + counts.linearAttention + counts.indexer,
    denseMlp: counts.denseMlp,
    sharedExperts: counts.sharedExperts,
    routedExperts: counts.routedExperts,
    head: counts.head === 0 ? counts.embedding : counts.head,
  };
}

/** Width of attention and expert weights: checkpoints keep some parts wider than their label says (sizer notes, bytes per weight). */
function weightWidths(
  model: AiModelFact,
  precision: ServingPoint['precision'],
): { attention: WeightWidth; mlp: WeightWidth } {
  const isMoe = model.experts !== null;
  if (model.native_quantization_code === 'mxfp4' && precision !== 'bf16')
    return { attention: 'bf16', mlp: 'fp4' };
  if (precision === 'fp4' && model.kv_lora_rank !== null) return { attention: 'fp8', mlp: 'fp4' };
  if (precision === 'int4' && isMoe) return { attention: 'bf16', mlp: 'int4' };
  return { attention: precision, mlp: precision };
}

/** Bytes of one weight with its block scales: nvfp4 and int4 carry a scale per 16 or 32 weights. */
export const BYTES_PER_WEIGHT: Readonly<Record<WeightWidth, number>> = {
  bf16: 2,
  fp8: 1,
  int8: 1,
  fp4: 0.5625,
  int4: 0.53,
};

/** Bytes that a framework keeps for itself on each GPU. */
const RUNTIME_BYTES = 3.5e9;
/** Share of the GPU that vLLM and SGLang plan with: 0.90 is vLLM's default, SGLang's differs by GPU. */
const PLANNED_SHARE = { vllm: 0.9, sglang: 0.86 } as const;
/** Share that TensorRT-LLM gives to KV cache of what the weights leave free. */
const FREE_SHARE = 0.9;

/** Bytes of one GPU that KV cache may fill; at least 2 % of its memory, so that a tight fit still gives a figure. */
function kvRoom(point: ServingPoint, weightBytes: number): number {
  const vram = vramBytes(point.gpu);
  const room =
    point.framework === 'trt-llm'
      ? FREE_SHARE * (vram - weightBytes - RUNTIME_BYTES)
      : PLANNED_SHARE[point.framework] * vram - weightBytes - RUNTIME_BYTES;
  return Math.max(room, 0.02 * vram);
}

/** Bytes of an indexer key of sparse attention, per layer and token. */
const INDEX_KEY_BYTES = 128;

/** Lays a replica out on its GPUs: the constants of its step times. Pure; a few microseconds. */
export function deploymentShape(point: ServingPoint): DeploymentShape {
  const { model, gpu, parallelism } = point;
  const rates = gpuRates(gpu);
  const width = parallelism.tp * parallelism.dp;
  const gpus = width * parallelism.pp;
  const groups = parallelism.dp;
  const attentionWidth = Math.max(1, width / groups);
  const parts = modelParts(model);
  const widths = weightWidths(model, point.precision);
  const attentionByte = BYTES_PER_WEIGHT[widths.attention];
  const mlpByte = BYTES_PER_WEIGHT[widths.mlp];
  const isMoe = model.experts !== null;
  const attentionRate = rates.flopPerMs[widths.attention];
  const mlpRate = rates.flopPerMs[widths.mlp];
  const sharedWidth = groups === 1 ? width : 1;
  const denseWidth = groups === 1 ? width : attentionWidth;
  const pickedShare = (model.experts_per_tok ?? 0) / (model.experts ?? 1);
  const kv = kvLayout(point, attentionWidth);
  const weightBytes =
    (parts.attention * attentionByte * groups +
      parts.denseMlp * attentionByte +
      (parts.sharedExperts + parts.routedExperts) * mlpByte +
      4 * parts.head) /
    gpus;
  const denseRate = isMoe ? attentionRate : mlpRate;
  return {
    rates,
    linkBytesPerMs: linkBytesPerMs(gpu, width),
    gpus,
    width,
    stages: parallelism.pp,
    groups,
    attentionWidth,
    layers: model.layers,
    moeLayers: layerCounts(model).moe,
    linearLayers: model.linear_layers,
    hidden: model.hidden,
    denseBytes:
      (parts.attention * attentionByte) / attentionWidth +
      (parts.denseMlp * attentionByte) / denseWidth +
      (parts.sharedExperts * mlpByte) / sharedWidth +
      (2 * parts.head) / attentionWidth,
    expertBytes: (parts.routedExperts * mlpByte) / width,
    pickedShare,
    attentionMsPerToken: (2 * parts.attention) / attentionWidth / attentionRate,
    headMsPerToken: (2 * parts.head) / attentionWidth / attentionRate,
    mlpMsPerToken:
      (2 * parts.denseMlp) / width / denseRate +
      (2 * (parts.sharedExperts + parts.routedExperts * pickedShare)) / width / mlpRate,
    ...keyTimes(model, attentionWidth, rates),
    ...kv,
    weightBytes,
    kvRoomBytes: kvRoom(point, weightBytes),
    reservesAnswer: point.framework === 'trt-llm',
    kvStoredShare: kvElementBytes(point) / kvReadElementBytes(point),
  };
}

/** Attention over one key, all layers: MLA decodes in the latent space (512 + 64 and 512 wide), prefills in the head space. */
function keyTimes(model: AiModelFact, attentionWidth: number, rates: GpuRates) {
  const heads = model.q_heads / attentionWidth;
  const perFlop = 1 / rates.bf16FlopPerMs;
  if (model.kv_lora_rank === null) {
    const time = 4 * model.full_attn_layers * heads * model.head_dim * perFlop;
    return { decodeKeyMs: time, prefillKeyMs: time };
  }
  const rope = model.qk_rope ?? 0;
  const decodeWidth = 2 * model.kv_lora_rank + rope;
  const prefillWidth = (model.qk_nope ?? 0) + rope + (model.v_head_dim ?? 0);
  const unit = 2 * model.layers * heads * perFlop;
  return { decodeKeyMs: unit * decodeWidth, prefillKeyMs: unit * prefillWidth };
}

function kvLayout(point: ServingPoint, attentionWidth: number) {
  const { model } = point;
  const element = kvReadElementBytes(point);
  const none = {
    kvBytesPerToken: 0,
    kvReadLimit: model.dsa_topk ?? Infinity,
    windowBytesPerToken: 0,
    window: 0,
    stateBytes: 0,
    indexBytesPerToken: model.dsa_topk === null ? 0 : model.layers * INDEX_KEY_BYTES,
  };
  if (model.kv_lora_rank !== null) {
    const latent = model.layers * (model.kv_lora_rank + (model.qk_rope ?? 0)) * element;
    return { ...none, kvBytesPerToken: latent };
  }
  const perLayer = (2 * model.kv_heads * model.head_dim * element) / Math.min(attentionWidth, model.kv_heads);
  return {
    ...none,
    kvBytesPerToken: perLayer * model.full_attn_layers,
    windowBytesPerToken: perLayer * layerCounts(model).sliding,
    window: model.sliding_window ?? 0,
    // A linear layer keeps value heads × key width in 32-bit floats, 2·hidden × 128 in the models known, read and written.
    stateBytes: (model.linear_layers * 2 * model.hidden * 128 * 4 * 2) / attentionWidth,
  };
}

/**
 * Bytes of one KV element: what was asked, else one byte beside fp8 and fp4 weights. The measured points do not say which they used;
 * where they begin to queue agrees with 8 bits there in all three frameworks.
 */
export function kvElementBytes(point: Pick<ServingPoint, 'kvPrecision' | 'framework' | 'precision'>): number {
  if (point.kvPrecision !== null) return point.kvPrecision === 'fp8' ? 1 : 2;
  return point.precision === 'fp8' || point.precision === 'fp4' ? 1 : 2;
}

/**
 * Bytes that reading one KV element costs. In vLLM and SGLang 8-bit KV cache halves the memory, but not the time: held-out errors are
 * lower with 2 bytes, as attention kernels widen the elements first.
 */
function kvReadElementBytes(point: Pick<ServingPoint, 'kvPrecision' | 'framework' | 'precision'>): number {
  return point.framework === 'trt-llm' ? kvElementBytes(point) : 2;
}

/** KV bytes of one sequence of `length` tokens that one GPU reads per step. */
export function kvReadBytes(shape: DeploymentShape, length: number): number {
  return (
    shape.kvBytesPerToken * Math.min(length, shape.kvReadLimit) +
    shape.windowBytesPerToken * Math.min(length, shape.window) +
    shape.indexBytesPerToken * length +
    shape.stateBytes
  );
}

const shapes = new WeakMap<AiModelFact, WeakMap<GpuFact, Map<number, DeploymentShape>>>();
const FRAMEWORK_KEY = { vllm: 0, sglang: 1, 'trt-llm': 2 } as const;
const PRECISION_KEY = { bf16: 0, fp8: 1, fp4: 2, int8: 3, int4: 4 } as const;

/** `deploymentShape`, remembered per model and GPU object: a search asks for the same layout under many loads. */
export function cachedShape(point: ServingPoint): DeploymentShape {
  let ofModel = shapes.get(point.model);
  if (ofModel === undefined) shapes.set(point.model, (ofModel = new WeakMap()));
  let ofGpu = ofModel.get(point.gpu);
  if (ofGpu === undefined) ofModel.set(point.gpu, (ofGpu = new Map<number, DeploymentShape>()));
  const { tp, pp, dp } = point.parallelism;
  const kv = point.kvPrecision === null ? 0 : point.kvPrecision === 'bf16' ? 1 : 2;
  const kind = (FRAMEWORK_KEY[point.framework] * 5 + PRECISION_KEY[point.precision]) * 3 + kv;
  const key = ((kind * 1024 + tp) * 1024 + dp) * 1024 + pp;
  let shape = ofGpu.get(key);
  if (shape === undefined) ofGpu.set(key, (shape = deploymentShape(point)));
  return shape;
}
