import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import { SIZER_FRAMEWORKS, SIZER_PRECISIONS } from '#contract/sizer/codes.ts';
import type { FeatureChange, RecoveryStep, TrainingRequiredDetails } from '#contract/sizer/error-details.ts';
import type { ConstraintFailure } from '#contract/sizer/solve-response.ts';
import type { SolveFeatures } from '#contract/sizer/solve-request.ts';
import { frameworkOnGpu, nativePrecision, planOnGpu, precisionPlan } from '../model/precision.ts';
import { SizerError } from '../sizer-error.ts';

const CLOSEST = 10;
/** Smaller, often measured models to fall back to, most common first. */
const COMMON_MODELS = ['llama-3.1-70b', 'llama-3.1-8b', 'qwen3-32b', 'gpt-oss-120b'] as const;

export interface NotCovered {
  readonly features: SolveFeatures;
  readonly catalog: { readonly gpus: readonly GpuFact[]; readonly models: readonly AiModelFact[] };
  readonly model?: AiModelFact | undefined;
  readonly failures?: readonly ConstraintFailure[];
}

/** The recovery of the sizer API in its order: drop framework and precision, widen the GPUs, take a common model, ask for model_fit. */
function recovery({ features, catalog, model }: NotCovered): RecoveryStep[] {
  const drop = (...keys: (keyof SolveFeatures)[]): FeatureChange[] =>
    keys
      .filter((key) => features[key] != null)
      .map((key) => ({ feature: key, from: features[key] ?? null, to: null }));
  const filters = drop('framework', 'precision', 'framework_version', 'kv_precision');
  const hardware = drop('allowed_gpu_models', 'allowed_vendors');
  const smaller = COMMON_MODELS.flatMap((code) =>
    catalog.models.filter((entry) => entry.model_code === code),
  ).find((entry) => model === undefined || entry.total_params_b < model.total_params_b);
  const common = smaller ?? catalog.models.find((entry) => entry.model_code === COMMON_MODELS[1]);
  return [
    {
      step: 1,
      action: 'remove_filters',
      message:
        filters.length === 0
          ? 'No framework or precision filter is set.'
          : 'Remove the framework and precision filters.',
      changes: filters,
      solve_for: null,
    },
    {
      step: 2,
      action: 'widen_gpu_models',
      message:
        hardware.length === 0 ? 'Every GPU model is allowed already.' : 'Allow every GPU model and vendor.',
      changes: hardware,
      solve_for: null,
    },
    {
      step: 3,
      action: 'use_common_model',
      message:
        common === undefined
          ? 'No more common model is in the catalog.'
          : `Size for ${common.model_name} instead.`,
      changes:
        common === undefined || common.model_name === features.display_model
          ? []
          : [{ feature: 'display_model', from: features.display_model ?? null, to: common.model_name }],
      solve_for: null,
    },
    {
      step: 4,
      action: 'use_model_fit',
      message: 'Ask only whether the model fits the memory (solve_for model_fit).',
      changes: [],
      solve_for: 'model_fit',
    },
  ];
}

/** Combinations that are supported, nearest to the request: same model and GPUs first, then any GPU. */
function closestSupported({
  features,
  catalog,
  model,
}: NotCovered): TrainingRequiredDetails['closest_supported'] {
  const named = new Set(features.allowed_gpu_models ?? []);
  const target = model ?? catalog.models.find((entry) => entry.model_code === COMMON_MODELS[0]);
  if (target === undefined) return [];
  const gpus = [...catalog.gpus].sort(
    (a, b) => Number(named.has(b.gpu_model)) - Number(named.has(a.gpu_model)),
  );
  const found: TrainingRequiredDetails['closest_supported'] = [];
  for (const gpu of gpus) {
    const precision = [nativePrecision(target), ...SIZER_PRECISIONS].find((candidate) => {
      const plan = precisionPlan(target, candidate, gpu.vendor);
      return plan !== null && planOnGpu(plan, gpu).support !== 'none';
    });
    const framework = SIZER_FRAMEWORKS.find((candidate) => frameworkOnGpu(candidate, gpu).runs);
    if (precision === undefined || framework === undefined) continue;
    found.push({ display_model: target.model_name, gpu_model: gpu.gpu_model, framework, precision });
    if (found.length === CLOSEST) break;
  }
  return found;
}

/** The error for what neither data nor physics covers, with what is covered and the four recovery steps. */
export function trainingRequired(reason: string, input: NotCovered): SizerError {
  const details: TrainingRequiredDetails = {
    reason,
    covered: {
      modalities: ['llm'],
      frameworks: [...SIZER_FRAMEWORKS],
      precisions: [...SIZER_PRECISIONS],
    },
    closest_supported: closestSupported(input),
    failures: [...(input.failures ?? [])],
    recovery: recovery(input),
  };
  return new SizerError('TRAINING_REQUIRED', reason, {
    details: { ...details },
    hint: 'Use a supported option, relax the exact filters, or ask only for model_fit.',
  });
}
