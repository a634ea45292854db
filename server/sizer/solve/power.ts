import type { GpuFact } from '#catalog/gpu-schema.ts';

/** All-in over board power: median of the catalog's accelerators that state both (1.75 to 2.65). A guess for the others. */
export const ALLIN_OVER_TDP = 2.2;
/** All-in over IT power: DGX H100 1.73 over 1.275 kW a GPU, DGX B200 2.17 over 1.79. */
export const ALLIN_OVER_IT = 1.3;

/** Power of one GPU with its share of server and cooling, kilowatts; null where not even the board power is known. */
export function allInKw(gpu: GpuFact): { kw: number | null; isGuess: boolean; source: string } {
  if (gpu.allin_kw_per_gpu !== null) {
    return {
      kw: gpu.allin_kw_per_gpu,
      isGuess: gpu.guesses.includes('allin_kw_per_gpu'),
      source: gpu.sources.allin_power ?? 'catalog',
    };
  }
  if (gpu.tdp_w === null) return { kw: null, isGuess: false, source: 'no power figure known' };
  return {
    kw: (gpu.tdp_w * ALLIN_OVER_TDP) / 1_000,
    isGuess: true,
    source: `guess: ${ALLIN_OVER_TDP} times the board power of ${gpu.tdp_w} W`,
  };
}
