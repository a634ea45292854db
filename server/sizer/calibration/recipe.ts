import type { KernelComponent } from './kernel.ts';

/** Settings of the local correction of one target: what is learnt from measured points on top of physics. */
export interface CorrectionRecipe {
  readonly components: readonly KernelComponent[];
  /** Variance of the noise of one measurement, of the logarithm. */
  readonly noise: number;
  /** Factor on the noise of origins that say so themselves. */
  readonly noisyOriginFactor: number;
  /** Factor on the noise of points with at most eight requests in flight. */
  readonly fewRequestsFactor: number;
  /** Logarithmic residuals beyond this are cut before the fit, so that single odd rows move nothing else. */
  readonly residualLimit: number;
  /** A point this much (logarithm) slower than its neighbours say is an outlier, and its noise is raised. */
  readonly outlierFrom: number;
}

/**
 * Settings chosen by random search over the cross-validation of the training file (some 500 tries on folds of seeds 101 and 202; the
 * errors that are stated are of other folds). The fit itself never changes them.
 */
export interface Recipe {
  readonly tpot: CorrectionRecipe;
  readonly ttft: CorrectionRecipe;
  /** How alike two points are, tags left out: for confidence, for the points named to people, for the version that a request may mean. */
  readonly likeness: readonly KernelComponent[];
  /** Rows' worth of pull of a framework's TTFT coefficients towards those of all frameworks. */
  readonly frameworkPriorWeight: number;
}

export const RECIPE: Recipe = {
  tpot: {
    components: [
      {
        variance: 0.0226,
        load: [0.0484, 0.0639, 0.0234, 0.0673],
        deployment: [0.101, 0.189, 0.183],
        categories: [13.3, 2.59, 0.0827, 0.436, 0.5],
        tags: [1.72, 0.722],
      },
      {
        variance: 0.00621,
        load: [0.35, 0.424, 0.232, 0.0285],
        deployment: [0.345, 3.5, 0.225],
        categories: [0.725, 0.688, 0.0541, 1.02, 0.305],
        tags: [0.359, 0.586],
      },
    ],
    noise: 0.000516,
    noisyOriginFactor: 1.02,
    fewRequestsFactor: 0.302,
    residualLimit: 1.5,
    outlierFrom: 0.8,
  },
  ttft: {
    components: [
      {
        variance: 0.528,
        load: [0.024, 0.111, 0.0373, 4.23],
        deployment: [0.0984, 0.108, 0.0634],
        categories: [8.14, 5.0, 0.14, 0.107, 0.115],
        tags: [0.131, 0.297],
      },
      {
        variance: 0.126,
        load: [0.274, 0.95, 0.0253, 2.06],
        deployment: [0.0992, 14.8, 0.395],
        categories: [0.281, 1.32, 0.106, 0.32, 0.289],
        tags: [0.488, 0.366],
      },
    ],
    noise: 0.0285,
    noisyOriginFactor: 1.95,
    fewRequestsFactor: 0.206,
    residualLimit: 1.27,
    outlierFrom: 0.3,
  },
  likeness: [
    {
      variance: 0.0442,
      load: [0.07482, 0.1324, 0.1, 0.1742],
      deployment: [0.1014, 0.2952, 0.1897],
      categories: [5.412, 1.05, 0.22, 0.4358, 0.5],
      tags: [0, 0],
    },
    {
      variance: 0.01303,
      load: [0.3499, 0.4245, 0.2317, 0.3521],
      deployment: [0.4929, 1.925, 0.3618],
      categories: [1.53, 1.575, 0.09956, 0.7179, 0.2927],
      tags: [0, 0],
    },
  ],
  frameworkPriorWeight: 30,
};

/** Origins that call themselves noisy: heavier noise, and never taken for what a request means. */
export function isNoisyOrigin(origin: string): boolean {
  return origin.includes('noisy');
}
