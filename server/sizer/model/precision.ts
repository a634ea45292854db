import type { SizerFramework, SizerPrecision } from '#contract/sizer/codes.ts';
import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import { findAiModel } from '#catalog/ai-models/index.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import { PRECISION_LABELS } from './precision-labels.ts';
import { WEIGHT_PARTS, type WeightPart } from './parameters.ts';

/** How weights are stored. `int4-g32` and `int4-g128` differ in the weights that share one 16-bit scale. */
export type WeightFormat = 'bf16' | 'fp8' | 'nvfp4' | 'mxfp4' | 'int8' | 'int4-g32' | 'int4-g128';

/** Bytes of one weight with its share of the scales. Source: design, sizer.md 2.1; AWQ adds a 4-bit zero point a group. */
export const BYTES_PER_WEIGHT: Readonly<Record<WeightFormat, number>> = {
  bf16: 2,
  fp8: 1,
  int8: 1,
  nvfp4: 0.5 + 1 / 16,
  mxfp4: 0.5 + 1 / 32,
  'int4-g32': 0.5 + 2 / 32,
  'int4-g128': 0.5 + 2.5 / 128,
};

const byLabel = new Map(
  (Object.keys(PRECISION_LABELS) as SizerPrecision[]).flatMap((precision) =>
    PRECISION_LABELS[precision].map((label) => [label, precision]),
  ),
);

/** The precision that a label means (`NVFP4` is fp4, `w4a16` int4, `fp16` bf16), or null: an unknown label is never guessed. */
export function resolvePrecision(label: string): SizerPrecision | null {
  const plain = label
    .trim()
    .toLowerCase()
    .replace(/[\s_\-./]/g, '');
  return byLabel.get(plain) ?? null;
}

/** Whether a model can be had in a precision: as released, as a published checkpoint of others, or by converting it oneself. */
export type PrecisionAvailability = 'native' | 'published' | 'convertible';

/** How one model is stored in one precision. */
export interface PrecisionPlan {
  readonly precision: SizerPrecision;
  readonly formats: Readonly<Record<WeightPart, WeightFormat>>;
  /** Bytes of one weight of each part. */
  readonly bytes: Readonly<Record<WeightPart, number>>;
  readonly availability: PrecisionAvailability;
  /** In words: what is stored how, and on whose word. */
  readonly description: string;
}

const ALL_BF16 = Object.fromEntries(WEIGHT_PARTS.map((part) => [part, 'bf16'])) as Record<
  WeightPart,
  WeightFormat
>;
const LINEAR_PARTS = [
  'attention',
  'linearAttention',
  'indexer',
  'denseMlp',
  'routedExperts',
  'sharedExperts',
] as const;

/** Which of the five precisions the released checkpoint has. */
export function nativePrecision(model: AiModelFact): SizerPrecision {
  return resolvePrecision(model.native_quantization_code) ?? 'bf16';
}

function isMxfp4Native(model: AiModelFact): boolean {
  return model.native_quantization_code === 'mxfp4';
}

/** Released in INT4 with only the routed experts quantized (Kimi-K2.5, Kimi-K2-Thinking). */
function keepsExpertsOnly(model: AiModelFact): boolean {
  return (
    model.experts !== null &&
    nativePrecision(model) === 'int4' &&
    /attention.*bf16/.test(model.native_precision)
  );
}

/** Formats by part: only matrices inside layers are quantized; embedding, head, router and norms stay at 16 bits. */
function formatsOf(
  model: AiModelFact,
  precision: SizerPrecision,
  vendor: GpuFact['vendor'],
): [Record<WeightPart, WeightFormat>, string] {
  const formats = { ...ALL_BF16 };
  const fill = (parts: readonly WeightPart[], format: WeightFormat) => {
    for (const part of parts) formats[part] = format;
  };
  if (precision === 'bf16') return [formats, 'all weights at 16 bits'];
  if (isMxfp4Native(model) && (precision === 'fp4' || precision === 'fp8')) {
    fill(['routedExperts'], 'mxfp4');
    return [
      formats,
      precision === 'fp4'
        ? 'experts MXFP4, everything else BF16, as released'
        : 'experts stay MXFP4 as released; fp8 means activations and KV cache',
    ];
  }
  if (precision === 'fp8' || precision === 'int8') {
    fill(LINEAR_PARTS, precision);
    return [
      formats,
      `matrices inside layers ${precision.toUpperCase()}; embedding, output projection, router and norms BF16`,
    ];
  }
  if (precision === 'fp4') {
    const format = vendor === 'amd' ? 'mxfp4' : 'nvfp4';
    fill(['denseMlp', 'routedExperts', 'sharedExperts'], format);
    const label = format.toUpperCase();
    if (model.kv_lora_rank !== null) {
      return [
        formats,
        `MLP and experts ${label}; attention, embedding and output projection BF16 (exclude_modules of nvidia/DeepSeek-V3-0324-NVFP4)`,
      ];
    }
    fill(['attention'], format);
    return [
      formats,
      `attention, MLP and experts ${label}; embedding, output projection and router BF16 (exclude_modules of nvidia/Qwen3-30B-A3B-NVFP4)` +
        (model.linear_layers > 0 ? '; linear layers BF16 [guess]' : ''),
    ];
  }
  if (keepsExpertsOnly(model)) {
    fill(['routedExperts'], 'int4-g32');
    return [
      formats,
      'routed experts INT4 with groups of 32; attention, shared experts, dense MLP and output projection BF16, as released',
    ];
  }
  fill(LINEAR_PARTS, 'int4-g128');
  return [
    formats,
    'matrices inside layers INT4 with groups of 128 (AWQ, GPTQ); embedding, output projection, router and norms BF16',
  ];
}

/**
 * Vendors and model makers publish these of the catalog's models: hf_quant_config files of nvidia/*-NVFP4 and *-FP8,
 * Qwen/*-FP8, RedHatAI/*-FP8 and -w4a16. A model of one's own has to be converted. From 4 bits and from INT8 there is
 * no way to another quantization worth having, save the NVFP4 checkpoints of Kimi-K2.5.
 */
function availabilityOf(model: AiModelFact, precision: SizerPrecision): PrecisionAvailability | null {
  const native = nativePrecision(model);
  if (precision === native) return 'native';
  const published = findAiModel(model.model_code) === undefined ? 'convertible' : 'published';
  if (isMxfp4Native(model)) return precision === 'bf16' || precision === 'fp8' ? published : null;
  if (native === 'bf16') return precision === 'int8' ? 'convertible' : published;
  if (native === 'fp8') return precision === 'bf16' || precision === 'fp4' ? published : 'convertible';
  if (precision === 'bf16') return 'convertible';
  return precision === 'fp4' && keepsExpertsOnly(model) ? published : null;
}

const plans = new WeakMap<AiModelFact, Map<string, PrecisionPlan | null>>();

/**
 * How a model is stored in a precision: bytes a weight by part, or null when there is no such checkpoint of it.
 * `vendor` decides the 4-bit float (AMD: MXFP4, else NVFP4). Remembered per model object.
 */
export function precisionPlan(
  model: AiModelFact,
  precision: SizerPrecision,
  vendor: GpuFact['vendor'] = 'nvidia',
): PrecisionPlan | null {
  const ofModel = plans.get(model) ?? new Map<string, PrecisionPlan | null>();
  plans.set(model, ofModel);
  const key = precision === 'fp4' ? `fp4 ${vendor}` : precision;
  const known = ofModel.get(key);
  if (known !== undefined) return known;
  const availability = availabilityOf(model, precision);
  let plan: PrecisionPlan | null = null;
  if (availability !== null) {
    const [formats, description] = formatsOf(model, precision, vendor);
    const bytes = Object.fromEntries(
      WEIGHT_PARTS.map((part) => [part, BYTES_PER_WEIGHT[formats[part]]]),
    ) as Record<WeightPart, number>;
    plan = { precision, formats, bytes, availability, description };
  }
  ofModel.set(key, plan);
  return plan;
}

/** How a GPU computes with weights of a format. */
export interface FormatOnGpu {
  /** `native`: tensor cores multiply in it; `weight-only`: unpacked to BF16 first, which saves memory and bandwidth but no arithmetic; `none`: no kernels. */
  readonly support: 'native' | 'weight-only' | 'none';
  /** Rate of the multiplications. */
  readonly computesIn: 'bf16' | 'fp8' | 'fp4' | 'int8';
  readonly reason: string;
}

const NATIVE = (computesIn: FormatOnGpu['computesIn']): FormatOnGpu => ({
  support: 'native',
  computesIn,
  reason: `${computesIn} tensor cores`,
});
const UNPACKED = (reason: string): FormatOnGpu => ({ support: 'weight-only', computesIn: 'bf16', reason });
const NONE = (reason: string): FormatOnGpu => ({ support: 'none', computesIn: 'bf16', reason });

/**
 * What a GPU does with weights of one format. Sources: vLLM's table of quantization kernels by hardware (Marlin
 * unpacks FP8 and FP4 weights on NVIDIA GPUs without such tensor cores), AMD ROCm notes for MI300.
 */
export function formatOnGpu(gpu: GpuFact, format: WeightFormat): FormatOnGpu {
  const name = gpu.gpu_display_name;
  switch (format) {
    case 'bf16':
      return NATIVE('bf16');
    case 'fp8':
      if (gpu.fp8_tflops !== null) return NATIVE('fp8');
      return gpu.vendor === 'nvidia'
        ? UNPACKED(`${name} has no FP8 tensor cores: weights are FP8, arithmetic is BF16 (W8A16)`)
        : NONE(`${name} has no FP8 arithmetic`);
    case 'nvfp4':
    case 'mxfp4':
      if (gpu.fp4_tflops !== null) return NATIVE('fp4');
      return gpu.vendor === 'nvidia' ||
        (gpu.vendor === 'amd' && gpu.fp8_tflops !== null && format === 'mxfp4')
        ? UNPACKED(`${name} has no FP4 tensor cores: weights are FP4, arithmetic is BF16`)
        : NONE(`${name} has no FP4 kernels`);
    case 'int8':
      return gpu.int8_tops === null ? NONE(`${name} states no INT8 rate`) : NATIVE('int8');
    case 'int4-g32':
    case 'int4-g128':
      return gpu.vendor === 'aws' || (gpu.vendor === 'google' && format === 'int4-g32')
        ? NONE(`${name} has no INT4 kernels in the known frameworks`)
        : UNPACKED('INT4 weights are unpacked to BF16');
  }
}

const plansOnGpus = new WeakMap<PrecisionPlan, WeakMap<GpuFact, FormatOnGpu>>();

/** Whether a GPU runs a plan, by its least supported part; `reason` says which. Remembered per plan and GPU object. */
export function planOnGpu(plan: PrecisionPlan, gpu: GpuFact): FormatOnGpu {
  let ofPlan = plansOnGpus.get(plan);
  if (ofPlan === undefined) plansOnGpus.set(plan, (ofPlan = new WeakMap()));
  let found = ofPlan.get(gpu);
  if (found === undefined) ofPlan.set(gpu, (found = leastSupported(plan, gpu)));
  return found;
}

function leastSupported(plan: PrecisionPlan, gpu: GpuFact): FormatOnGpu {
  let worst = NATIVE('bf16');
  let seen = false;
  for (const format of new Set(LINEAR_PARTS.map((part) => plan.formats[part]))) {
    const on = formatOnGpu(gpu, format);
    if (on.support === 'none') return on;
    if (format !== 'bf16' && (!seen || on.support === 'weight-only')) {
      worst = on;
      seen = true;
    }
  }
  return worst;
}

/** Dense TFLOPS that a GPU has for one part of a plan. */
export function tflopsOf(gpu: GpuFact, plan: PrecisionPlan, part: WeightPart): number {
  const { computesIn } = formatOnGpu(gpu, plan.formats[part]);
  const rate = {
    bf16: gpu.bf16_tflops,
    fp8: gpu.fp8_tflops,
    fp4: gpu.fp4_tflops,
    int8: gpu.int8_tops,
  }[computesIn];
  return rate ?? gpu.bf16_tflops;
}

/**
 * KV cache precision that a framework takes when none is asked for. The KV dtype does not follow the weights in vLLM and
 * SGLang (`auto` is the model's 16 bits); TensorRT-LLM reads FP8 from the checkpoint's `kv_cache_quant_algo`, which the
 * FP8 and NVFP4 checkpoints of its vendor set (hf_quant_config of nvidia/Qwen3-32B-NVFP4, nvidia/GLM-5-NVFP4).
 */
export function defaultKvPrecision(framework: SizerFramework, precision: SizerPrecision): 'bf16' | 'fp8' {
  return framework === 'trt-llm' && (precision === 'fp8' || precision === 'fp4') ? 'fp8' : 'bf16';
}

/** Whether a framework runs on a GPU at all, and why not. Sources: the frameworks' installation pages. */
export function frameworkOnGpu(
  framework: SizerFramework,
  gpu: GpuFact,
): { readonly runs: boolean; readonly reason: string | null } {
  if (framework === 'trt-llm' && gpu.vendor !== 'nvidia')
    return { runs: false, reason: 'TensorRT-LLM runs on NVIDIA GPUs only' };
  if (framework === 'sglang' && (gpu.vendor === 'google' || gpu.vendor === 'aws' || gpu.vendor === 'intel')) {
    return {
      runs: false,
      reason: `SGLang's released packages run on NVIDIA and AMD GPUs, not on ${gpu.gpu_display_name}`,
    };
  }
  return { runs: true, reason: null };
}
