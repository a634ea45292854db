import type { SizerFramework, SizerPrecision } from '#contract/sizer/codes.ts';
import type { SizerMemory } from '#contract/sizer/solve-response.ts';
import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import { type KvPrecision, kvPerGpu } from './kv-cache.ts';
import { defaultKvPrecision, type PrecisionPlan, precisionPlan } from './precision.ts';
import type { Parallelism } from './serving-point.ts';
import { GIB, MIB, vramBytes } from './vram.ts';
import { gpusOf, mtpBytesPerGpu, weightBytesPerGpu } from './weight-bytes.ts';

/** Tokens that one step may hold: `max_num_batched_tokens`, `max_num_tokens`, `chunked_prefill_size` of the three frameworks by default on large GPUs. */
export const MAX_BATCHED_TOKENS = 8192;

/** CUDA context, captured graphs (1 to 3 GiB in vLLM's logs), workspaces. Source: aiconfigurator `other_mem`. */
const RUNTIME_BYTES = 3.5 * GIB;
const MIN_ACTIVATION_BYTES = 70 * MIB;

/** The most of a GPU that can be given away by hand without failing: above the defaults and below the driver's own share [guess]. */
const HIGHEST_SHARE = 0.95;

/**
 * Activations of one GPU, bytes: `2·tokens·h·c` with c = 10, 6, 5, 5 at TP 1, 2, 4, 8. Source: aiconfigurator; design,
 * sizer.md 2.1. Limit: the profiling run of vLLM also samples for 1,024 sequences, which takes up to 4 GiB more with
 * vocabularies of 150,000 tokens and over (vllm #21348, #23278), so its KV capacity is an upper bound there.
 */
export function activationBytes(model: AiModelFact, tp: number): number {
  const factor = tp === 1 ? 10 : tp === 2 ? 6 : 5;
  return Math.max(MIN_ACTIVATION_BYTES, 2 * MAX_BATCHED_TOKENS * model.hidden * factor);
}

/** Buffers of the collective library on one GPU, bytes: 342 MiB for two GPUs to 392 MiB for eight and more. Source: aiconfigurator `nccl_mem`. */
export function communicationBytes(gpus: number): number {
  if (gpus <= 1) return 0;
  return (gpus >= 8 ? 392 : gpus >= 4 ? 367 : 342) * MIB;
}

/** What is asked of one replica. Null `kvPrecision`: the framework's default. Tokens nominal; `concurrency` in flight in the replica. */
export interface MemoryQuestion {
  readonly model: AiModelFact;
  readonly gpu: GpuFact;
  readonly framework: SizerFramework;
  readonly precision: SizerPrecision;
  readonly kvPrecision: KvPrecision | null;
  readonly parallelism: Parallelism;
  readonly isl: number;
  readonly osl: number;
  readonly concurrency: number;
  /** Null: the newest known one. vLLM took 0.90 of the GPU until 0.19 and 0.92 from 0.22. */
  readonly frameworkVersion?: string | null;
  /** Multi-token-prediction layers are loaded too. */
  readonly withMtp?: boolean;
}

/** `fits`: at default settings; `tight`: only with a raised memory limit or with less than two sequences' room; `no`: not at all. */
export type FitClass = 'fits' | 'tight' | 'no';

/** Memory of the fullest GPU of a replica, and whether the model and its sequences fit. */
export interface MemoryAnswer {
  readonly memory: SizerMemory;
  readonly kvPrecision: KvPrecision;
  readonly plan: PrecisionPlan;
  /** Model and at least one sequence of this shape. */
  readonly fit: FitClass;
  /** All of `concurrency` at full length at once; when false, the rest queues: slower, not wrong. */
  readonly holdsConcurrency: boolean;
  /** One sentence with the numbers. */
  readonly message: string;
}

const GB = 1e9;
const toGb = (bytes: number): number => Math.round(bytes / 1e4) / 1e5;

/** vLLM's share of the whole GPU (`gpu_memory_utilization`): 0.92 from version 0.22, before 0.90. */
function vllmShare(version: string | null | undefined): number {
  const minor = /^0\.(\d+)/.exec(version ?? '')?.[1];
  return minor !== undefined && Number(minor) >= 22 ? 0.92 : 0.9;
}

/**
 * Bytes that a framework lets weights, KV cache and overheads take. vLLM: a share of the whole GPU. TensorRT-LLM: KV
 * cache gets 0.90 of what is free after everything else (`free_gpu_memory_fraction`). SGLang: a static part for weights
 * and KV cache that leaves room for activations and graphs; its automatic value is about 0.88 of the GPU [guess for other sizes].
 */
function usableBytes(vram: number, weights: number, overhead: number, question: MemoryQuestion): number {
  switch (question.framework) {
    case 'vllm':
      return vllmShare(question.frameworkVersion) * vram;
    case 'trt-llm':
      return weights + overhead + 0.9 * Math.max(0, vram - weights - overhead);
    case 'sglang':
      return vram - Math.max(0, 0.12 * vram - overhead);
  }
}

/**
 * Memory of one GPU of a replica: weights by part, KV cache for the asked load, activations, communication, runtime,
 * against what the framework may use; null when the model does not exist in that precision. Decimal GB.
 */
export function memoryOf(question: MemoryQuestion): MemoryAnswer | null {
  const { model, gpu, parallelism } = question;
  const plan = precisionPlan(model, question.precision, gpu.vendor);
  if (plan === null) return null;
  const kvPrecision = question.kvPrecision ?? defaultKvPrecision(question.framework, question.precision);
  const gpus = gpusOf(parallelism);
  const vram = vramBytes(gpu);
  const weights =
    weightBytesPerGpu(model, plan, parallelism).total +
    (question.withMtp === true ? mtpBytesPerGpu(model, plan, parallelism) : 0);
  const activations = activationBytes(model, parallelism.tp);
  const communication = communicationBytes(gpus);
  const overhead = activations + communication + RUNTIME_BYTES;
  const usable = usableBytes(vram, weights, overhead, question);

  const perGpu = kvPerGpu(model, kvPrecision, parallelism);
  const length = question.isl + question.osl;
  const sequence = length * perGpu.bytesPerToken + perGpu.stateBytesPerSequence;
  const sequencesPerGroup = Math.ceil(question.concurrency / parallelism.dp);
  const kv = sequencesPerGroup * sequence;
  const room = Math.max(0, usable - weights - overhead);
  const capacityPerGroup = Math.floor(room / sequence);
  // Whole sequences of this shape, not room over one token: state and length both count.
  const capacitySequences = capacityPerGroup * parallelism.dp;
  const capacityTokens =
    perGpu.bytesPerToken === 0
      ? capacitySequences * length
      : Math.floor(
          Math.max(0, room - capacityPerGroup * perGpu.stateBytesPerSequence) / perGpu.bytesPerToken,
        ) * parallelism.dp;
  const used = weights + overhead + kv;
  const headroom = usable - used;
  const memory: SizerMemory = {
    vram_gb: toGb(vram),
    usable_gb: toGb(usable),
    weights_gb: toGb(weights),
    kv_cache_gb: toGb(kv),
    activations_gb: toGb(activations),
    communication_gb: toGb(communication),
    runtime_gb: toGb(RUNTIME_BYTES),
    used_gb: toGb(used),
    headroom_gb: toGb(headroom),
    headroom_pct: Math.round((1000 * headroom) / vram) / 10,
    kv_capacity_tokens: capacityTokens,
    kv_capacity_sequences: capacitySequences,
  };
  const mostRoom = HIGHEST_SHARE * vram - weights - Math.min(overhead, communication + RUNTIME_BYTES);
  const fit: FitClass =
    capacityPerGroup >= 2 ? 'fits' : capacityPerGroup === 1 || mostRoom >= sequence ? 'tight' : 'no';
  const numbers = { fit, vram, usable, weights, overhead, sequence, capacitySequences, gpus };
  return {
    memory,
    kvPrecision,
    plan,
    fit,
    holdsConcurrency: sequencesPerGroup <= capacityPerGroup,
    // Written when it is read: a search asks for thousands of these and shows a few.
    get message() {
      return fitMessage(question, numbers);
    },
  };
}

interface FitNumbers {
  readonly fit: FitClass;
  readonly vram: number;
  readonly usable: number;
  readonly weights: number;
  readonly overhead: number;
  readonly sequence: number;
  readonly capacitySequences: number;
  readonly gpus: number;
}

function fitMessage(question: MemoryQuestion, numbers: FitNumbers): string {
  const gb = (bytes: number) => `${(bytes / GB).toFixed(bytes < 10 * GB ? 2 : 1)} GB`;
  const on = `${numbers.gpus} x ${question.gpu.gpu_display_name}`;
  const what = `${question.model.model_name} in ${question.precision}`;
  const need = `weights ${gb(numbers.weights)} and overheads ${gb(numbers.overhead)} a GPU`;
  const have = `${gb(numbers.usable)} of ${gb(numbers.vram)} that ${question.framework} may use`;
  if (numbers.fit === 'no') {
    return `${what} does not fit ${on}: ${need}, and one sequence of ${question.isl} + ${question.osl} tokens takes ${gb(numbers.sequence)}, against ${have}.`;
  }
  if (numbers.fit === 'tight') {
    return `${what} fits ${on} only tightly: ${need}, against ${have}; room for ${numbers.capacitySequences} sequences of ${question.isl} + ${question.osl} tokens, so the memory limit must be raised by hand.`;
  }
  const queued = question.concurrency - numbers.capacitySequences;
  return `${what} fits ${on}: ${need}, against ${have}; room for ${numbers.capacitySequences} sequences of ${question.isl} + ${question.osl} tokens${queued > 0 ? `, ${queued} of ${question.concurrency} wait` : ''}.`;
}
