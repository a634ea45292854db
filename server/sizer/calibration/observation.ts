import { AI_MODELS } from '#catalog/ai-models/index.ts';
import { GPUS } from '#catalog/gpus/index.ts';
import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { ServingPoint } from '../model/serving-point.ts';
import type { TrainingPoint } from './training-points.ts';

/** What a measured point is beyond its configuration: tags that explain differences and that a request rarely names. */
export interface ObservationTags {
  readonly origin: string;
  /** `''`: the source does not say. */
  readonly version: string;
}

/** An aggregated measured point, its model and GPU found in the catalog. */
export interface Observation extends ObservationTags {
  readonly source: TrainingPoint;
  readonly point: ServingPoint;
  readonly ttftMs: number;
  readonly tpotMs: number;
}

/** Codes of the catalog by which training points name models and GPUs. */
export interface Catalog {
  readonly models: ReadonlyMap<string, AiModelFact>;
  readonly gpus: ReadonlyMap<string, ServingPoint['gpu']>;
}

/** The shipped catalog, by code. */
export const SHIPPED_CATALOG: Catalog = {
  models: new Map(AI_MODELS.map((model) => [model.model_code, model])),
  gpus: new Map(GPUS.map((gpu) => [gpu.gpu_model, gpu])),
};

/** The aggregated points whose model and GPU the catalog holds; the others are returned as `unknown`, never dropped silently. */
export function observe(
  points: readonly TrainingPoint[],
  catalog: Catalog,
): { observations: Observation[]; unknown: TrainingPoint[] } {
  const observations: Observation[] = [];
  const unknown: TrainingPoint[] = [];
  for (const source of points) {
    const model = catalog.models.get(source.modelCode);
    const gpu = catalog.gpus.get(source.gpuModel);
    if (source.layout.mode !== 'aggregated') continue;
    if (model === undefined || gpu === undefined) {
      unknown.push(source);
      continue;
    }
    observations.push({
      source,
      point: {
        mode: 'aggregated',
        model,
        gpu,
        framework: source.framework,
        frameworkVersion: source.frameworkVersion,
        precision: source.precision,
        kvPrecision: null,
        parallelism: source.layout.parallelism,
        isl: source.isl,
        osl: source.osl,
        concurrency: source.concurrency,
      },
      origin: source.origin,
      version: source.frameworkVersion ?? '',
      ttftMs: source.ttftMs,
      tpotMs: source.tpotMs,
    });
  }
  return { observations, unknown };
}
