import type { GpuFact } from '#catalog/gpu-schema.ts';

export const MIB = 1024 ** 2;
export const GIB = 1024 ** 3;

/**
 * MiB that the driver reports for a GPU (`nvidia-smi`, `rocm-smi`). Vendors print "GB" for what is nearly GiB: 80 GB of an
 * H100 are 81,559 MiB, 85.5 decimal GB. Boards with GDDR lose a sixteenth to ECC: an L40S has 46,068 MiB of its 48 GB.
 * Source: nvidia-smi and rocm-smi output in public logs, and mem_capacity of aiconfigurator's system files for the superchips.
 */
const DRIVER_MIB: Readonly<Record<string, number>> = {
  'a100-40gb-sxm': 40_960,
  'a100-40gb-pcie': 40_960,
  'a100-80gb-sxm': 81_920,
  'a100-80gb-pcie': 81_920,
  'a10-24gb': 23_028,
  'a30-24gb': 24_576,
  'l4-24gb': 23_034,
  'l40s-48gb': 46_068,
  'rtx-pro-6000-server': 97_887,
  'h100-pcie': 81_559,
  'h100-sxm': 81_559,
  'h100-nvl': 95_830,
  'h20-96gb': 97_871,
  'h200-sxm': 143_771,
  'h200-nvl': 143_771,
  'b200-sxm': 183_359,
  'b300-sxm': 275_040,
  'gb200-nvl72': 189_471,
  'gb300-nvl72': 284_208,
  mi300x: 196_592,
  mi355x: 294_896,
};

/** Where nothing better is known the label counts as GiB, less half a percent that firmware keeps (H100 0.4 %, H200 0.4 %, B200 0.5 %). */
const LABEL_SHARE = 0.995;

/** Memory of one GPU as its driver reports it, bytes. */
export function vramBytes(gpu: GpuFact): number {
  const reported = DRIVER_MIB[gpu.gpu_model];
  return reported === undefined ? gpu.gpu_vram_gb * GIB * LABEL_SHARE : reported * MIB;
}
