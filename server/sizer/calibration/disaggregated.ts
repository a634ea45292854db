import { z } from 'zod';
import type { Confidence } from '#contract/sizer/codes.ts';
import type { Estimate, NearestPoint } from '#contract/sizer/solve-response.ts';
import { DISAGGREGATED_COEFFICIENTS, disaggregatedGpus, disaggregatedParts } from '../model/disaggregated.ts';
import { endToEndMs, tokensPerSecPerGpu } from '../model/queue.ts';
import type { DisaggregatedPoint } from '../model/serving-point.ts';
import { CorrectedModel, locate, TTFT_KERNEL } from './disaggregated-correction.ts';
import { fitDisaggregatedCoefficients } from './disaggregated-fit.ts';
import { likeness, placeOf } from './disaggregated-kernel.ts';
import type { DisaggregatedObservation } from './disaggregated-observation.ts';
import { nearestOf, observationOf, referenceOf, referenceSchema } from './disaggregated-reference.ts';
import { crossValidateDisaggregated, type DisaggregatedHeldOut } from './disaggregated-validation.ts';
import type { Catalog } from './observation.ts';
import type { Prediction } from './predictor.ts';

/** Likeness from which a figure is `low`, not `very_low`. Disaggregated figures are never better than `low`: two model families were measured. */
const LOW_FROM = 0.3;
/** Load of the prefill pool from which TTFT grows with every further request: measured deployments wait tens of seconds from about here. */
const SATURATED_FROM = 0.8;
/** Shuffles that the intervals are calibrated on; what they hold is checked on others. */
const CALIBRATION_SEEDS = [5, 6] as const;
/** Share beyond each end of an 80 % interval: a tenth, less a hundredth, as quantiles of a few hundred errors come out too narrow on fresh folds. */
const TAIL = 0.09;

const factorsSchema = z.object({ low: z.number().positive(), high: z.number().positive() });
const classSchema = z.object({ ttft: factorsSchema, tpot: factorsSchema, throughput: factorsSchema });

/** The disaggregated part of the trained artifact: coefficients, reference points and the factors of the 80 % intervals. */
export const disaggregatedModelSchema = z.object({
  coefficients: z.record(
    z.enum(Object.keys(DISAGGREGATED_COEFFICIENTS) as [keyof typeof DISAGGREGATED_COEFFICIENTS]),
    z.number().positive(),
  ),
  reference: z.array(referenceSchema).min(20),
  intervals: z.object({ low: classSchema, very_low: classSchema }),
});
export type DisaggregatedModel = z.infer<typeof disaggregatedModelSchema>;

/** Trains the disaggregated model: coefficients from all points, interval factors from held-out ones (both splits). Deterministic. */
export function fitDisaggregated(observations: readonly DisaggregatedObservation[]): DisaggregatedModel {
  const heldOut = CALIBRATION_SEEDS.flatMap((seed) => [
    ...crossValidateDisaggregated(observations, 'configuration', seed),
    ...crossValidateDisaggregated(observations, 'deployment', seed),
  ]);
  const low = heldOut.filter(({ similarity }) => similarity >= LOW_FROM);
  const veryLow = heldOut.filter(({ similarity }) => similarity < LOW_FROM);
  const coefficients = fitDisaggregatedCoefficients(observations.map(locate));
  return {
    coefficients: Object.fromEntries(
      Object.entries(coefficients).map(([name, value]) => [name, Number(value.toPrecision(6))]),
    ) as DisaggregatedModel['coefficients'],
    reference: observations.map(referenceOf),
    intervals: {
      low: intervalFactors(low),
      // Too few held-out points lie this far away for quantiles of their own: the wider of both.
      very_low: widest(intervalFactors(low), intervalFactors(veryLow.length >= 20 ? veryLow : heldOut)),
    },
  };
}

type ClassFactors = z.infer<typeof classSchema>;

/** Factors on a predicted value between which 80 % of measured ones lay. */
function intervalFactors(heldOut: readonly DisaggregatedHeldOut[]): ClassFactors {
  const factors = (ratio: (row: DisaggregatedHeldOut) => number) => {
    const sorted = heldOut.map(ratio).sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 1;
    return {
      low: Number(Math.min(1, at(TAIL)).toPrecision(4)),
      high: Number(Math.max(1, at(1 - TAIL)).toPrecision(4)),
    };
  };
  return {
    ttft: factors((row) => row.observation.ttftMs / row.ttftMs),
    tpot: factors((row) => row.observation.tpotMs / row.tpotMs),
    throughput: factors((row) => row.measuredTokensPerSecPerGpu / row.tokensPerSecPerGpu),
  };
}

function widest(a: ClassFactors, b: ClassFactors): ClassFactors {
  const wider = (name: keyof ClassFactors) => ({
    low: Math.min(a[name].low, b[name].low),
    high: Math.max(a[name].high, b[name].high),
  });
  return { ttft: wider('ttft'), tpot: wider('tpot'), throughput: wider('throughput') };
}

/** The disaggregated half of the predictor. */
export interface DisaggregatedPredictor {
  predict(point: DisaggregatedPoint): Prediction | { readonly uncovered: string };
  nearest(point: DisaggregatedPoint, limit: number): readonly NearestPoint[];
}

/** Predictor of a trained model. Reference points whose model or GPU the catalog lacks are left out. */
export function createDisaggregatedPredictor(
  model: DisaggregatedModel,
  catalog: Catalog,
): DisaggregatedPredictor {
  const known = model.reference.flatMap((reference) => {
    const observation = observationOf(reference, catalog);
    return observation === null ? [] : [{ reference, sample: locate(observation) }];
  });
  const corrected = new CorrectedModel(
    model.coefficients,
    known.map(({ sample }) => sample),
  );
  return {
    predict(point) {
      const reason = uncoveredReason(point);
      if (reason !== null) return { uncovered: reason };
      const { state, ttftMs, tpotMs, similarity } = corrected.predict({
        parts: disaggregatedParts(point),
        place: placeOf(point),
      });
      const confidence: Confidence = similarity >= LOW_FROM ? 'low' : 'very_low';
      const factors = model.intervals[confidence];
      const e2e = endToEndMs(ttftMs, tpotMs, point.osl);
      const rate = tokensPerSecPerGpu(point.concurrency, point.osl, e2e, disaggregatedGpus(point));
      const estimate = (value: number, { low, high }: { low: number; high: number }): Estimate => ({
        value,
        low: value * low,
        high: value * high,
      });
      return {
        ttftMs: estimate(ttftMs, factors.ttft),
        tpotMs: estimate(tpotMs, factors.tpot),
        tokensPerSecPerGpu: estimate(rate, factors.throughput),
        e2eMs: estimate(e2e, { low: 1 / factors.throughput.high, high: 1 / factors.throughput.low }),
        confidence,
        confidenceReason: reasonOf(similarity, known.length),
        similarity,
        effectiveConcurrency: state.runningPerWorker * point.decode.workers,
        isSaturated: state.prefillLoad > SATURATED_FROM,
      };
    },
    nearest(point, limit) {
      const place = placeOf(point);
      return known
        .map(({ reference, sample }, i) => ({
          reference,
          i,
          similarity: likeness(TTFT_KERNEL, place, sample.place),
        }))
        .sort((a, b) => b.similarity - a.similarity || a.i - b.i)
        .slice(0, limit)
        .map(({ reference, similarity, i }) => nearestOf(reference, similarity, i));
    },
  };
}

function uncoveredReason(point: DisaggregatedPoint): string | null {
  if (point.prefill.workers < 1 || point.decode.workers < 1)
    return 'a disaggregated deployment needs at least one prefill and one decode worker';
  if (point.concurrency <= 0 || point.isl <= 0 || point.osl <= 0)
    return 'concurrency, input and output lengths must be above 0';
  return null;
}

function reasonOf(similarity: number, points: number): string {
  const basis = `experimental: disaggregated serving is trained on ${points} points of DeepSeek and Kimi deployments`;
  return similarity >= LOW_FROM
    ? `${basis}; the likest is ${Math.round(100 * similarity)} % alike`
    : `${basis}; none is near (${Math.round(100 * similarity)} % alike), so physics speaks`;
}
