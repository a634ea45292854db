import { disaggregatedGpus } from '../model/disaggregated.ts';
import { endToEndMs, tokensPerSecPerGpu } from '../model/queue.ts';
import type { DisaggregatedPoint } from '../model/serving-point.ts';
import { CorrectedModel, locate } from './disaggregated-correction.ts';
import { fitDisaggregatedCoefficients } from './disaggregated-fit.ts';
import { placeOf } from './disaggregated-kernel.ts';
import type { DisaggregatedObservation } from './disaggregated-observation.ts';

const FOLDS = 5;

/** A held-out point beside what was predicted for it. */
export interface DisaggregatedHeldOut {
  readonly observation: DisaggregatedObservation;
  readonly ttftMs: number;
  readonly tpotMs: number;
  readonly tokensPerSecPerGpu: number;
  readonly measuredTokensPerSecPerGpu: number;
  readonly similarity: number;
}

/** What a fold keeps together: `configuration` with all loads apart, `deployment` with every load of one layout held out at once. */
export type DisaggregatedSplit = 'configuration' | 'deployment';

/**
 * Cross-validation in five folds, coefficients and correction refitted for each; every point is predicted once. `namesVersion` false
 * predicts as for a request that names no framework version.
 */
export function crossValidateDisaggregated(
  observations: readonly DisaggregatedObservation[],
  split: DisaggregatedSplit,
  seed: number,
  namesVersion = true,
): DisaggregatedHeldOut[] {
  const foldOf = foldsBy(
    observations.map(({ point }) => groupKey(point, split)),
    seed,
  );
  const samples = observations.map(locate);
  const heldOut: DisaggregatedHeldOut[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const training = samples.filter((_, i) => foldOf[i] !== fold);
    const model = new CorrectedModel(fitDisaggregatedCoefficients(training), training);
    observations.forEach((observation, i) => {
      const sample = samples[i];
      if (sample === undefined || foldOf[i] !== fold) return;
      const { point } = observation;
      const place = namesVersion ? sample.place : placeOf({ ...point, frameworkVersion: null });
      const { ttftMs, tpotMs, similarity } = model.predict({ parts: sample.parts, place });
      const rate = (ttft: number, tpot: number) =>
        tokensPerSecPerGpu(
          point.concurrency,
          point.osl,
          endToEndMs(ttft, tpot, point.osl),
          disaggregatedGpus(point),
        );
      heldOut.push({
        observation,
        ttftMs,
        tpotMs,
        similarity,
        tokensPerSecPerGpu: rate(ttftMs, tpotMs),
        measuredTokensPerSecPerGpu: rate(observation.ttftMs, observation.tpotMs),
      });
    });
  }
  return heldOut;
}

function groupKey(point: DisaggregatedPoint, split: DisaggregatedSplit): string {
  const { model, gpu, framework, precision, prefill, decode } = point;
  const pool = ({ workers, parallelism: { tp, pp, dp, ep } }: DisaggregatedPoint['prefill']) =>
    [workers, tp, pp, dp, ep].join('.');
  const deployment = [model.model_code, gpu.gpu_model, framework, precision, pool(prefill), pool(decode)];
  return split === 'deployment'
    ? deployment.join('/')
    : [...deployment, point.frameworkVersion, point.isl, point.osl, point.concurrency].join('/');
}

/** Fold (0 to 4) of each key: keys in order of a hash that depends on the seed, dealt out in turn. */
function foldsBy(keys: readonly string[], seed: number): number[] {
  const hash = (key: string) => {
    let h = 2166136261 ^ (seed * 0x9e3779b1);
    for (let i = 0; i < key.length; i++) h = Math.imul(h ^ key.charCodeAt(i), 16777619);
    h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
    return (h ^ (h >>> 12)) >>> 0;
  };
  const order = [...new Set(keys)].sort((a, b) => hash(a) - hash(b) || (a < b ? -1 : 1));
  const fold = new Map(order.map((key, i) => [key, i % FOLDS]));
  return keys.map((key) => fold.get(key) ?? 0);
}
