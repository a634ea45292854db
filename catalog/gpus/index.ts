import type { GpuFact } from '#catalog/gpu-schema.ts';
import { a100_40gbSxm } from './a100-40gb-sxm.ts';
import { a100_80gbSxm } from './a100-80gb-sxm.ts';
import { a100_80gbPcie } from './a100-80gb-pcie.ts';
import { a100_40gbPcie } from './a100-40gb-pcie.ts';
import { a10_24gb } from './a10-24gb.ts';
import { a30_24gb } from './a30-24gb.ts';
import { l4_24gb } from './l4-24gb.ts';
import { l40s48gb } from './l40s-48gb.ts';
import { rtxPro6000Server } from './rtx-pro-6000-server.ts';
import { h100Pcie } from './h100-pcie.ts';
import { h100Sxm } from './h100-sxm.ts';
import { h100Nvl } from './h100-nvl.ts';
import { h20_96gb } from './h20-96gb.ts';
import { h200Sxm } from './h200-sxm.ts';
import { h200Nvl } from './h200-nvl.ts';
import { gh200_144gb } from './gh200-144gb.ts';
import { b200Sxm } from './b200-sxm.ts';
import { b300Sxm } from './b300-sxm.ts';
import { gb200Nvl72 } from './gb200-nvl72.ts';
import { gb300Nvl72 } from './gb300-nvl72.ts';
import { mi210 } from './mi210.ts';
import { mi250x } from './mi250x.ts';
import { mi300x } from './mi300x.ts';
import { mi325x } from './mi325x.ts';
import { mi355x } from './mi355x.ts';
import { gaudi2 } from './gaudi2.ts';
import { gaudi3 } from './gaudi3.ts';
import { arcProB60 } from './arc-pro-b60.ts';
import { tpuV5e } from './tpu-v5e.ts';
import { tpuV5p } from './tpu-v5p.ts';
import { tpuV6e } from './tpu-v6e.ts';
import { trainium2 } from './trainium2.ts';

/** Every accelerator of the catalog, in the order pickers show them: by vendor, older generations first. */
export const GPUS: readonly GpuFact[] = [
  a100_40gbSxm,
  a100_80gbSxm,
  a100_80gbPcie,
  a100_40gbPcie,
  a10_24gb,
  a30_24gb,
  l4_24gb,
  l40s48gb,
  rtxPro6000Server,
  h100Pcie,
  h100Sxm,
  h100Nvl,
  h20_96gb,
  h200Sxm,
  h200Nvl,
  gh200_144gb,
  b200Sxm,
  b300Sxm,
  gb200Nvl72,
  gb300Nvl72,
  mi210,
  mi250x,
  mi300x,
  mi325x,
  mi355x,
  gaudi2,
  gaudi3,
  arcProB60,
  tpuV5e,
  tpuV5p,
  tpuV6e,
  trainium2,
];

const bySlug = new Map(GPUS.map((gpu) => [gpu.gpu_model, gpu]));

/** The accelerator with this slug (`h100-sxm`), or undefined: an unknown GPU is never guessed. */
export function findGpu(gpuModel: string): GpuFact | undefined {
  return bySlug.get(gpuModel);
}
