import type { AiModel, Quantization } from '#contract/views/catalogs.ts';

/** Load of one job: requests in flight, tokens in and out of each. */
export interface Load {
  concurrency: number;
  isl: number;
  osl: number;
}

/** GPU memory of a job in decimal GB, all GPUs together; null where a fact is not known. */
export interface MemoryFit {
  weightsGb: number | null;
  kvGb: number | null;
  needGb: number | null;
  usableGb: number | null;
  /** Null when need or usable is not known: then the server does not refuse either. */
  fits: boolean | null;
}

type Sizes = Pick<AiModel, 'total_params_b' | 'kv_bytes_per_token'>;
interface Hardware {
  gpu_count: number | null;
  gpu_memory_gb: number | null;
}

/** The same arithmetic as the server's check (`core_memory_need.sql`): weights, and every sequence at full length. */
export function memoryFit(model: Sizes, weightBytes: number, load: Load, hardware: Hardware): MemoryFit {
  const weightsGb = model.total_params_b === null ? null : model.total_params_b * weightBytes;
  const kvGb =
    model.kv_bytes_per_token === null
      ? null
      : (load.concurrency * (load.isl + load.osl) * model.kv_bytes_per_token) / 1e9;
  const needGb = weightsGb === null ? null : weightsGb + (kvGb ?? 0);
  const usableGb = usableMemoryGb(hardware);
  return {
    weightsGb,
    kvGb,
    needGb,
    usableGb,
    fits: needGb === null || usableGb === null ? null : needGb <= usableGb,
  };
}

/** What an engine may fill: 90 % of all GPUs' memory, vLLM's default. */
export function usableMemoryGb(hardware: Hardware): number | null {
  if (hardware.gpu_count === null || hardware.gpu_memory_gb === null) return null;
  return 0.9 * hardware.gpu_count * hardware.gpu_memory_gb;
}

/** What would fit instead, one change at a time; null where no such change helps. */
export interface MemorySuggestions {
  quantization: Quantization | null;
  concurrency: number | null;
  gpuCount: number | null;
}

export function memorySuggestions(
  model: Sizes,
  weightBytes: number,
  load: Load,
  hardware: Hardware,
  quantizations: readonly Quantization[],
): MemorySuggestions {
  const { weightsGb, needGb, usableGb } = memoryFit(model, weightBytes, load, hardware);
  if (needGb === null || usableGb === null || hardware.gpu_count === null)
    return { quantization: null, concurrency: null, gpuCount: null };
  // The widest that fits loses the least; among equals the catalog's order decides, as on the server.
  const quantization = [...quantizations]
    .sort((a, b) => b.weight_bytes - a.weight_bytes || a.sort_order - b.sort_order)
    .find((one) => memoryFit(model, one.weight_bytes, load, hardware).fits === true);
  const perSequenceGb = ((load.isl + load.osl) * (model.kv_bytes_per_token ?? 0)) / 1e9;
  const concurrency =
    perSequenceGb > 0 && weightsGb !== null
      ? Math.max(0, Math.floor((usableGb - weightsGb) / perSequenceGb))
      : 0;
  return {
    quantization: quantization ?? null,
    concurrency: concurrency > 0 ? concurrency : null,
    gpuCount: Math.ceil(needGb / (usableGb / hardware.gpu_count)),
  };
}
