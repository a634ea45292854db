import { AI_MODELS, findAiModel } from '#catalog/ai-models/index.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import { GPUS, findGpu } from '#catalog/gpus/index.ts';
import { QUANTIZATIONS, findQuantization } from '#catalog/quantizations/index.ts';
import type { EngineConfig } from './config.ts';
import { SimulatedEngine } from './core/engine.ts';
import { KvBlocks } from './core/kv-blocks.ts';
import { Scheduler } from './core/scheduler.ts';
import { type StepTimeModel, createStepTimeModel } from './core/step-time.ts';

/** The engine cannot start: an unknown name or a model that does not fit, said as real engines say it. */
export class EngineStartError extends Error {}

export interface LoadedEngine {
  readonly gpu: GpuFact;
  readonly stepTime: StepTimeModel;
  readonly kv: KvBlocks;
  readonly scheduler: Scheduler;
  readonly engine: SimulatedEngine;
}

/** Puts the parts of an engine together as configured. Throws EngineStartError when the model cannot be loaded. */
export function loadEngine(config: EngineConfig): LoadedEngine {
  const gpu =
    findGpu(config.gpu) ??
    unknown(
      'gpu',
      config.gpu,
      GPUS.map((g) => g.gpu_model),
    );
  const model =
    findAiModel(config.model) ??
    unknown(
      'model',
      config.model,
      AI_MODELS.map((m) => m.model_code),
    );
  const quantization =
    findQuantization(config.quantization) ??
    unknown(
      'quantization',
      config.quantization,
      QUANTIZATIONS.map((q) => q.quantization_code),
    );
  const stepTime = createStepTimeModel({
    gpu,
    gpuCount: config.gpu_count,
    model,
    quantization,
    gpuMemoryUtilization: config.gpu_memory_utilization,
  });
  const totalBlocks =
    config.num_gpu_blocks_override ?? Math.floor(stepTime.kvCapacityTokens / config.block_size);
  if (config.oom_at_start || totalBlocks <= 0) {
    throw new EngineStartError(
      `torch.OutOfMemoryError: CUDA out of memory (simulated). ${model.model_name} in ${quantization.quantization_code} needs ` +
        `${stepTime.weightsGbPerGpu.toFixed(1)} GB a GPU for weights; ${config.gpu} has ${gpu.gpu_vram_gb} GB.`,
    );
  }
  if (totalBlocks * config.block_size < config.max_model_len) {
    throw new EngineStartError(
      `ValueError: max_model_len ${config.max_model_len} is larger than the ${totalBlocks * config.block_size} tokens that fit ` +
        'in the KV cache (simulated). Lower max_model_len or raise gpu_memory_utilization.',
    );
  }
  const kv = new KvBlocks({
    totalBlocks,
    blockSize: config.block_size,
    prefixCaching: config.prefix_caching,
  });
  const scheduler = new Scheduler(kv, {
    maxNumSeqs: config.max_num_seqs,
    maxNumBatchedTokens: config.max_num_batched_tokens,
  });
  const engine = new SimulatedEngine({
    scheduler,
    stepTime,
    timeScale: config.time_scale,
    noise: config.noise,
    seed: config.seed,
  });
  return { gpu, stepTime, kv, scheduler, engine };
}

function unknown(what: string, name: string, known: readonly string[]): never {
  throw new EngineStartError(`unknown ${what} "${name}"; known: ${known.join(', ')}`);
}
