import type { Confidence } from '#contract/sizer/codes.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';

/**
 * How well a GPU reaches its datasheet figures compared with the GPUs that the model was trained on (Hopper and Blackwell SXM), whose
 * own shortfall the trained coefficients hold. 1: as well as those.
 */
export interface Derate {
  /** On memory bandwidth. */
  readonly memory: number;
  /** On dense FLOPS. */
  readonly compute: number;
  /** On the link between GPUs. */
  readonly link: number;
  /** Where the factors come from. */
  readonly source: string;
  readonly isGuess: boolean;
  /** The most that a figure for this GPU may claim. */
  readonly confidence: Confidence;
}

const NONE: Derate = {
  memory: 1,
  compute: 1,
  link: 1,
  source: 'trained on this GPU',
  isGuess: false,
  confidence: 'high',
};

/** GPUs with points in the training file: their efficiency is what was fitted. */
const TRAINED: ReadonlySet<string> = new Set([
  'h100-sxm',
  'h200-sxm',
  'b200-sxm',
  'b300-sxm',
  'gb200-nvl72',
  'gb300-nvl72',
]);

/** Whether the coefficients were trained on points of this GPU. */
export function isTrainedGpu(gpu: GpuFact): boolean {
  return TRAINED.has(gpu.gpu_model);
}

type Efficiency = Omit<Derate, 'confidence'>;
const SAME_KERNELS =
  'no derate: the kernels of the trained SXM parts of its architecture; checked against MLPerf v5.1, not fitted to it';

/** By architecture as the catalog names it. */
const BY_ARCH: Readonly<Record<string, Efficiency>> = {
  hopper: { memory: 1, compute: 1, link: 1, source: SAME_KERNELS, isGuess: false },
  blackwell: { memory: 1, compute: 1, link: 1, source: SAME_KERNELS, isGuess: false },
  ada: {
    memory: 1,
    compute: 1,
    link: 1,
    source:
      'guess: kernels of Hopper; the one published system with L40S (MLPerf v5.1, vLLM) reaches half of it',
    isGuess: true,
  },
  ampere: {
    memory: 0.95,
    compute: 0.9,
    link: 1,
    source: 'guess: kernels are tuned for newer parts; no published anchor used',
    isGuess: true,
  },
  cdna3: {
    memory: 0.87,
    compute: 0.74,
    link: 0.8,
    source: 'fitted to one published figure: MI300X, llama2-70b Offline, MLPerf v5.1',
    isGuess: false,
  },
  cdna4: {
    memory: 0.8,
    compute: 0.7,
    link: 0.8,
    source: 'MLPerf v5.1 open division, llama2-70b Offline: MI355X 11,631 of 12,691 tokens/s/GPU of B200',
    isGuess: true,
  },
  cdna2: { memory: 0.7, compute: 0.55, link: 0.8, source: 'guess: as CDNA3, older kernels', isGuess: true },
  gaudi2: { memory: 0.65, compute: 0.5, link: 0.8, source: 'guess: no published anchor used', isGuess: true },
  gaudi3: { memory: 0.65, compute: 0.5, link: 0.8, source: 'guess: no published anchor used', isGuess: true },
  xe2: {
    memory: 0.5,
    compute: 0.5,
    link: 0.8,
    source:
      'bandwidth efficiency that aiconfigurator assumes for this card (catalog notes); compute taken alike',
    isGuess: true,
  },
  'tpu-v5e': {
    memory: 0.7,
    compute: 0.55,
    link: 0.8,
    source: 'guess: no published anchor used',
    isGuess: true,
  },
  'tpu-v5p': {
    memory: 0.7,
    compute: 0.55,
    link: 0.8,
    source: 'guess: no published anchor used',
    isGuess: true,
  },
  'tpu-v6e': {
    memory: 0.7,
    compute: 0.55,
    link: 0.8,
    source: 'guess: no published anchor used',
    isGuess: true,
  },
  trn2: { memory: 0.6, compute: 0.5, link: 0.8, source: 'guess: no published anchor used', isGuess: true },
};

const UNKNOWN: Efficiency = {
  memory: 0.5,
  compute: 0.4,
  link: 0.8,
  source: 'guess: an architecture without any anchor',
  isGuess: true,
};

/**
 * Efficiency of a GPU beside the trained ones. A part of a trained architecture without points of its own (H200 NVL, RTX PRO 6000) may
 * claim `low`, any other `very_low`.
 */
export function derateFor(gpu: GpuFact): Derate {
  if (TRAINED.has(gpu.gpu_model)) return NONE;
  const efficiency = BY_ARCH[gpu.arch] ?? UNKNOWN;
  const isSibling = gpu.arch === 'hopper' || gpu.arch === 'blackwell';
  return { ...efficiency, confidence: isSibling || !efficiency.isGuess ? 'low' : 'very_low' };
}

/** Fitted slope of the decode step over its arithmetic at peak rate, where arithmetic binds. Source: sizer notes 2.2. */
const COMPUTE_SLOPE = 1.4;

/**
 * Least time, ms, of a decode step: 1.4 times its arithmetic. The fit gives arithmetic no weight as every trained GPU is rich in FLOPS;
 * without this floor H20, L4 and A10 look far too good at large batches.
 */
export function computeFloorMs(flopMs: number, attentionFlopMs: number): number {
  return COMPUTE_SLOPE * (flopMs + attentionFlopMs);
}

/** Most GPUs that one replica may span without leaving the scale-up link; beyond it the scale-out or host bus carries every layer. */
export function scaleUpLimit(gpu: GpuFact): number {
  return gpu.scaleup_domain > 1 ? gpu.scaleup_domain : gpu.gpus_per_node;
}

/** Whether the GPUs of a node reach each other over the host's PCIe alone; tensor parallelism over it is slow and capped at a node. */
export function isHostBusOnly(gpu: GpuFact): boolean {
  return gpu.scaleup_domain === 1 && gpu.gpus_per_node > 1;
}
