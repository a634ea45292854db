import {
  DISAGGREGATED_COEFFICIENTS,
  disaggregatedState,
  type DisaggregatedCoefficient,
  type DisaggregatedCoefficients,
  type DisaggregatedParts,
} from '../model/disaggregated.ts';
import { leastSquares } from './least-squares.ts';

/** A measured deployment as its parts, with what was measured; ms. */
export interface DisaggregatedSample {
  readonly parts: DisaggregatedParts;
  readonly ttftMs: number;
  readonly tpotMs: number;
}

const NAMES = Object.keys(DISAGGREGATED_COEFFICIENTS) as DisaggregatedCoefficient[];
const PRIOR = NAMES.map((name) => Math.log(DISAGGREGATED_COEFFICIENTS[name]));
/** Relative errors that count as usual; beyond them an error's weight fades. */
const TPOT_SCALE = 0.06;
const TTFT_SCALE = 0.3;
/** Pull of each logarithm towards its prior: one unit (a factor e) costs as much as a residual of half its usual size. */
const PRIOR_WEIGHT = 0.5;
const FIT_ROUNDS = 25;

/** Residual whose square is a pseudo-Huber loss: quadratic for usual errors, linear for large ones. */
const huber = (e: number) => Math.sign(e) * Math.sqrt(2 * (Math.sqrt(1 + e * e) - 1));
/** Residual whose square is a Cauchy loss: TTFT holds hidden batch limits and warm-ups that no input explains. */
const cauchy = (e: number) => 1.5 * Math.sign(e) * Math.sqrt(Math.log1p(e * e));

/** Coefficients that explain TPOT and TTFT of the samples together: robust least squares over logarithms, pulled towards the prior. */
export function fitDisaggregatedCoefficients(
  samples: readonly DisaggregatedSample[],
): DisaggregatedCoefficients {
  const residuals = (x: Float64Array) => {
    const coefficients = coefficientsOf(x);
    const out = new Float64Array(2 * samples.length + NAMES.length);
    samples.forEach(({ parts, ttftMs, tpotMs }, i) => {
      const state = disaggregatedState(parts, coefficients, FIT_ROUNDS);
      out[2 * i] = huber(Math.log(state.tpotMs / tpotMs) / TPOT_SCALE);
      out[2 * i + 1] = cauchy(Math.log(state.ttftMs / ttftMs) / TTFT_SCALE);
    });
    PRIOR.forEach((prior, i) => {
      out[2 * samples.length + i] = PRIOR_WEIGHT * ((x[i] ?? 0) - prior);
    });
    return out;
  };
  return coefficientsOf(leastSquares(residuals, PRIOR, 40));
}

function coefficientsOf(x: Float64Array): DisaggregatedCoefficients {
  return Object.fromEntries(NAMES.map((name, i) => [name, Math.exp(x[i] ?? 0)])) as Record<
    DisaggregatedCoefficient,
    number
  >;
}
