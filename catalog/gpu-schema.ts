import { z } from 'zod';

const fact = z.number().positive();
const price = z.number().positive().nullable();

/**
 * One accelerator. Units: `_gb` decimal gigabytes, `_gbps` gigabytes (not bits) a second and one direction,
 * `_tflops` dense (no sparsity) peak, `_w` watts, `_usd_h` USD for one GPU and hour. Null is "not stated or not able".
 */
export const gpuFactSchema = z.strictObject({
  /** Slug used on every wire: `h100-sxm`. */
  gpu_model: z.string().regex(/^[a-z0-9-]+$/),
  gpu_display_name: z.string().min(3),
  vendor: z.enum(['nvidia', 'amd', 'intel', 'google', 'aws']),
  arch: z.string().min(2),
  form: z.string().min(2),
  gpu_vram_gb: fact,
  mem_bw_gbps: fact,
  bf16_tflops: fact,
  fp8_tflops: fact.nullable(),
  fp4_tflops: fact.nullable(),
  int8_tops: fact.nullable(),
  /** Link to the other GPUs of the scale-up domain, per GPU. */
  scaleup_gbps_unidir: fact,
  /** GPUs that reach each other at that speed; 1 where only the host bus joins them. */
  scaleup_domain: z.int().positive(),
  gpus_per_node: z.int().positive(),
  scaleout_gbps_per_gpu: fact,
  tdp_w: fact.nullable(),
  /** Share of the whole server and cooling, kilowatts. */
  allin_kw_per_gpu: fact.nullable(),
  capex_gpu_usd: price,
  /** The GPU with its share of the server. */
  capex_server_usd_per_gpu: price,
  cloud_usd_h_low: price,
  cloud_usd_h_high: price,
  tco_hyperscaler_usd_h: price,
  tco_neocloud_usd_h: price,
  rental_3yr_usd_h: price,
  /** Where each group of facts comes from; null exactly where the group holds no fact. */
  sources: z.strictObject({
    spec: z.string().min(5),
    allin_power: z.string().min(5).nullable(),
    capex: z.string().min(5).nullable(),
    cloud: z.string().min(5).nullable(),
    tco: z.string().min(5).nullable(),
  }),
  /** Newest date the price sources name: `2026-11-09`, `2026-05` or `2026-Q2`. */
  price_as_of: z.strictObject({ capex: z.string().nullable(), cloud: z.string().nullable() }),
  /** Facts that are guesses or that nobody checked against a datasheet. */
  guesses: z.array(z.string()).readonly(),
  notes: z.string().nullable(),
});
export type GpuFact = z.infer<typeof gpuFactSchema>;

type SourceGroup = keyof GpuFact['sources'];

/** Which group of sources stands behind each figure. */
export const GPU_FACT_GROUPS = {
  gpu_vram_gb: 'spec',
  mem_bw_gbps: 'spec',
  bf16_tflops: 'spec',
  fp8_tflops: 'spec',
  fp4_tflops: 'spec',
  int8_tops: 'spec',
  scaleup_gbps_unidir: 'spec',
  scaleup_domain: 'spec',
  gpus_per_node: 'spec',
  scaleout_gbps_per_gpu: 'spec',
  tdp_w: 'spec',
  allin_kw_per_gpu: 'allin_power',
  capex_gpu_usd: 'capex',
  capex_server_usd_per_gpu: 'capex',
  cloud_usd_h_low: 'cloud',
  cloud_usd_h_high: 'cloud',
  tco_hyperscaler_usd_h: 'tco',
  tco_neocloud_usd_h: 'tco',
  rental_3yr_usd_h: 'tco',
} as const satisfies Partial<Record<keyof GpuFact, SourceGroup>>;
export type GpuFigure = keyof typeof GPU_FACT_GROUPS;

/** The source of one figure and whether it is a guess; null when the GPU has no such figure. */
export function gpuFigureSource(
  gpu: GpuFact,
  figure: GpuFigure,
): { source: string; is_guess: boolean } | null {
  const source = gpu.sources[GPU_FACT_GROUPS[figure]];
  return gpu[figure] === null || source === null ? null : { source, is_guess: gpu.guesses.includes(figure) };
}
