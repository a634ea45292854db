import type { DisaggregatedPoint } from '../model/serving-point.ts';
import type { Catalog } from './observation.ts';
import type { TrainingPoint } from './training-points.ts';

/** A measured disaggregated point whose model and GPU the catalog holds. */
export interface DisaggregatedObservation {
  readonly point: DisaggregatedPoint;
  readonly ttftMs: number;
  readonly tpotMs: number;
  readonly measuredOn: string | null;
  readonly origin: string;
}

/** The disaggregated points whose model and GPU the catalog holds, and those that it does not. */
export function observeDisaggregated(
  points: readonly TrainingPoint[],
  catalog: Catalog,
): { observations: DisaggregatedObservation[]; unknown: TrainingPoint[] } {
  const observations: DisaggregatedObservation[] = [];
  const unknown: TrainingPoint[] = [];
  for (const source of points) {
    if (source.layout.mode !== 'disaggregated') continue;
    const model = catalog.models.get(source.modelCode);
    const gpu = catalog.gpus.get(source.gpuModel);
    if (model === undefined || gpu === undefined) {
      unknown.push(source);
      continue;
    }
    const { prefill, decode } = source.layout;
    observations.push({
      point: {
        mode: 'disaggregated',
        model,
        gpu,
        framework: source.framework,
        frameworkVersion: source.frameworkVersion,
        precision: source.precision,
        kvPrecision: null,
        isl: source.isl,
        osl: source.osl,
        concurrency: source.concurrency,
        prefill: { workers: prefill.workers, parallelism: prefill.parallelism },
        decode: { workers: decode.workers, parallelism: decode.parallelism },
      },
      ttftMs: source.ttftMs,
      tpotMs: source.tpotMs,
      measuredOn: source.measuredOn,
      origin: source.origin,
    });
  }
  return { observations, unknown };
}
