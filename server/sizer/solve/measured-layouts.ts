import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import {
  SIZER_FRAMEWORKS,
  SIZER_PRECISIONS,
  type SizerFramework,
  type SizerPrecision,
} from '#contract/sizer/codes.ts';
import type { NearestPoint } from '#contract/sizer/solve-response.ts';
import type { Predictor } from '../calibration/predictor.ts';
import type { Parallelism } from '../model/serving-point.ts';

/** A way in which a model was measured on a GPU model. */
export interface MeasuredLayout {
  readonly framework: SizerFramework;
  readonly precision: SizerPrecision;
  readonly parallelism: Parallelism;
  readonly points: number;
}

/** More than any predictor has. */
const EVERY_POINT = 1_000_000;

/** Models of one architecture and size are measured for each other: DeepSeek-R1 and -V3 differ in weights only. */
function architectureKey(model: AiModelFact): string {
  return [model.architecture, model.layers, model.hidden, model.experts, model.vocab].join('|');
}

type Index = ReadonlyMap<string, readonly MeasuredLayout[]>;

const indexes = new WeakMap<Predictor, { models: number; index: Index }>();

function layoutOf(point: NearestPoint): MeasuredLayout | null {
  const framework = SIZER_FRAMEWORKS.find((code) => code === point.framework);
  const precision = SIZER_PRECISIONS.find((code) => code === point.precision);
  if (framework === undefined || precision === undefined) return null;
  const { tp, ep, dp, gpus } = point;
  const pp = gpus % (tp * dp) === 0 ? gpus / (tp * dp) : 0;
  return pp < 1 ? null : { framework, precision, parallelism: { tp, pp, ep, dp }, points: 1 };
}

function buildIndex(points: readonly NearestPoint[], models: readonly AiModelFact[]): Index {
  const keys = new Map(models.map((model) => [model.model_code, architectureKey(model)]));
  const found = new Map<string, Map<string, MeasuredLayout>>();
  for (const point of points) {
    const architecture = keys.get(point.model_code);
    const layout = layoutOf(point);
    if (architecture === undefined || layout === null) continue;
    const pair = `${architecture} ${point.gpu_model}`;
    const layouts = found.get(pair) ?? new Map<string, MeasuredLayout>();
    found.set(pair, layouts);
    const { tp, pp, ep, dp } = layout.parallelism;
    const name = `${layout.framework} ${layout.precision} ${tp} ${pp} ${ep} ${dp}`;
    layouts.set(name, { ...layout, points: (layouts.get(name)?.points ?? 0) + 1 });
  }
  return new Map(
    [...found].map(([pair, layouts]) => [
      pair,
      [...layouts]
        .sort((a, b) => b[1].points - a[1].points || (a[0] < b[0] ? -1 : 1))
        .map(([, layout]) => layout),
    ]),
  );
}

/** How a model (or one of its architecture) was measured on a GPU model, most measured first; empty where it was not. Read once a predictor. */
export function measuredLayouts(
  predictor: Predictor,
  models: readonly AiModelFact[],
  gpus: readonly GpuFact[],
  model: AiModelFact,
  gpu: GpuFact,
): readonly MeasuredLayout[] {
  let known = indexes.get(predictor);
  // A workspace that added a model may have measured it: the number of models tells.
  if (known?.models !== models.length) {
    const [anyModel] = models;
    const [anyGpu] = gpus;
    const points =
      anyModel === undefined || anyGpu === undefined
        ? []
        : predictor.nearest(
            {
              mode: 'aggregated',
              model: anyModel,
              gpu: anyGpu,
              framework: 'vllm',
              frameworkVersion: null,
              precision: 'bf16',
              kvPrecision: null,
              parallelism: { tp: 1, pp: 1, ep: 1, dp: 1 },
              isl: 1024,
              osl: 1024,
              concurrency: 16,
            },
            EVERY_POINT,
          );
    known = { models: models.length, index: buildIndex(points, models) };
    indexes.set(predictor, known);
  }
  return known.index.get(`${architectureKey(model)} ${gpu.gpu_model}`) ?? [];
}
