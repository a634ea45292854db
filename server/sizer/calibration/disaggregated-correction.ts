import {
  disaggregatedParts,
  disaggregatedState,
  type DisaggregatedCoefficients,
} from '../model/disaggregated.ts';
import type { DisaggregatedSample } from './disaggregated-fit.ts';
import {
  kernelCorrection,
  kernelWeights,
  likeness,
  placeOf,
  type DisaggregatedKernel,
  type DisaggregatedPlace,
} from './disaggregated-kernel.ts';
import type { DisaggregatedObservation } from './disaggregated-observation.ts';

/**
 * Kernels of the local correction, found by random search over the cross-validation of the training file (seeds 1 and 2; the accuracy
 * that is quoted is of other seeds). GB200 and GB300 behave alike, Hopper and Blackwell do not.
 */
const TPOT_KERNEL: DisaggregatedKernel = {
  rates: [0.0155, 0.143, 0.005, 0.033, 0.0033, 0.001, 0.136, 0.0105, 0.82, 0.02, 0.88],
  penalties: [0.69, 0.98, 0.01, 8, 0.38, 0.01],
  noiseRatio: 0.0005,
};
export const TTFT_KERNEL: DisaggregatedKernel = {
  rates: [0.29, 0.004, 0.56, 3, 0.08, 0.52, 0.025, 0.001, 1.63, 0.04, 0.06],
  penalties: [0.3, 8, 0.21, 8, 0.63, 0.37],
  noiseRatio: 0.022,
};
/** Residuals (logarithms) beyond this are cut, so that warm-ups of tens of seconds move nothing else. */
const RESIDUAL_LIMIT = 1.5;
/** TTFT scatters by a factor: the value with the least mean relative error lies this much (logarithm) below the middle. */
const TTFT_SHIFT = 0.09;

/** Coefficients with the local correction that reference points give: predicts TTFT, TPOT and likeness. */
export class CorrectedModel {
  readonly #coefficients: DisaggregatedCoefficients;
  readonly #places: readonly DisaggregatedPlace[];
  readonly #ttft: Float64Array;
  readonly #tpot: Float64Array;

  constructor(coefficients: DisaggregatedCoefficients, samples: readonly LocatedSample[]) {
    this.#coefficients = coefficients;
    this.#places = samples.map(({ place }) => place);
    const states = samples.map(({ parts }) => disaggregatedState(parts, coefficients));
    const residual = (measured: number, modelled: number | undefined) =>
      Math.max(-RESIDUAL_LIMIT, Math.min(RESIDUAL_LIMIT, Math.log(measured / (modelled ?? measured))));
    this.#ttft = kernelWeights(
      TTFT_KERNEL,
      this.#places,
      samples.map(({ ttftMs }, i) => residual(ttftMs, states[i]?.ttftMs)),
    );
    this.#tpot = kernelWeights(
      TPOT_KERNEL,
      this.#places,
      samples.map(({ tpotMs }, i) => residual(tpotMs, states[i]?.tpotMs)),
    );
  }

  predict({ parts, place }: Pick<LocatedSample, 'parts' | 'place'>) {
    const state = disaggregatedState(parts, this.#coefficients);
    const ttft = kernelCorrection(TTFT_KERNEL, this.#places, this.#ttft, place) - TTFT_SHIFT;
    const tpot = kernelCorrection(TPOT_KERNEL, this.#places, this.#tpot, place);
    const similarity = this.#places.reduce(
      (most, other) => Math.max(most, likeness(TTFT_KERNEL, place, other, false)),
      0,
    );
    return {
      state,
      ttftMs: state.ttftMs * Math.exp(ttft),
      tpotMs: state.tpotMs * Math.exp(tpot),
      similarity,
    };
  }
}

/** A measured point with its parts and its place. */
export interface LocatedSample extends DisaggregatedSample {
  readonly place: DisaggregatedPlace;
}

/** Parts and place of a measured point. */
export function locate({ point, ttftMs, tpotMs }: DisaggregatedObservation): LocatedSample {
  return { parts: disaggregatedParts(point), place: placeOf(point), ttftMs, tpotMs };
}
