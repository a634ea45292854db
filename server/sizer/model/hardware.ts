import type { GpuFact } from '#catalog/gpu-schema.ts';
import { derateFor, scaleUpLimit } from './derates.ts';

/** Peak rates of one GPU in units of the step model: bytes and FLOP per millisecond, dense. */
export interface GpuRates {
  readonly bytesPerMs: number;
  readonly bf16FlopPerMs: number;
  /** Rate of products whose weights have this width; weights narrower than the GPU multiplies are widened first. */
  readonly flopPerMs: Readonly<Record<WeightWidth, number>>;
}

/** How wide the weights of a matrix product are, which decides the arithmetic that runs it. */
export type WeightWidth = 'bf16' | 'fp8' | 'fp4' | 'int8' | 'int4';

/**
 * Rates of a GPU from its datasheet figures (catalog: GB/s and dense TFLOPS), derated where no measured point says what it reaches.
 * int4 weights are widened to bf16 (W4A16).
 */
export function gpuRates(gpu: GpuFact): GpuRates {
  const derate = derateFor(gpu);
  const bf16FlopPerMs = gpu.bf16_tflops * 1e9 * derate.compute;
  const orBf16 = (tflops: number | null) => (tflops === null ? bf16FlopPerMs : tflops * 1e9 * derate.compute);
  return {
    bytesPerMs: gpu.mem_bw_gbps * 1e6 * derate.memory,
    bf16FlopPerMs,
    flopPerMs: {
      bf16: bf16FlopPerMs,
      fp8: orBf16(gpu.fp8_tflops),
      fp4: orBf16(gpu.fp4_tflops),
      int8: orBf16(gpu.int8_tops),
      int4: bf16FlopPerMs,
    },
  };
}

/** Bytes per ms, one direction, of the link that joins `gpus` of them: scale-up within its domain, scale-out beyond. */
export function linkBytesPerMs(gpu: GpuFact, gpus: number): number {
  return (
    (gpus <= scaleUpLimit(gpu) ? gpu.scaleup_gbps_unidir : gpu.scaleout_gbps_per_gpu) *
    1e6 *
    derateFor(gpu).link
  );
}
