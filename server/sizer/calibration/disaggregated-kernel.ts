import type { DisaggregatedPoint } from '../model/serving-point.ts';
import { choleskyInPlace, solveWithCholesky } from './gaussian-process.ts';
import { familyKey } from './kernel.ts';

/** Where a disaggregated point lies: numbers in the order of the rates of the kernel, names in that of `NAMES`. */
export interface DisaggregatedPlace {
  readonly numbers: readonly number[];
  /** Null is "not said" and differs from nothing. */
  readonly names: readonly (string | null)[];
}

export const NAMES = ['family', 'framework', 'gpu', 'arch', 'precision', 'version'] as const;

/** exp(−Σ rate·|difference| − Σ penalty of each name not shared), and the noise of one measurement over the signal's variance. */
export interface DisaggregatedKernel {
  /**
   * In order, log₂ of: concurrency, concurrency per decode worker, isl, osl, GPUs of a prefill worker, prefill workers, GPUs of a decode
   * worker, decode workers; then 0 or 1: decode attention is data-parallel, prefill attention is, decode experts are spread.
   */
  readonly rates: readonly number[];
  readonly penalties: readonly number[];
  readonly noiseRatio: number;
}

/** Place of a point. */
export function placeOf(point: DisaggregatedPoint): DisaggregatedPlace {
  const { prefill, decode } = point;
  const gpus = (pool: DisaggregatedPoint['prefill']) =>
    pool.parallelism.tp * pool.parallelism.pp * pool.parallelism.dp;
  return {
    numbers: [
      Math.log2(point.concurrency),
      Math.log2(point.concurrency / decode.workers),
      Math.log2(point.isl),
      Math.log2(point.osl),
      Math.log2(gpus(prefill)),
      Math.log2(prefill.workers),
      Math.log2(gpus(decode)),
      Math.log2(decode.workers),
      decode.parallelism.dp > 1 ? 1 : 0,
      prefill.parallelism.dp > 1 ? 1 : 0,
      decode.parallelism.ep > 1 ? 1 : 0,
    ],
    names: [
      familyKey(point.model),
      point.framework,
      point.gpu.gpu_model,
      point.gpu.arch,
      point.precision,
      point.frameworkVersion,
    ],
  };
}

/** Likeness of two places, 0 to 1; `withVersion` false leaves the version out. */
export function likeness(
  kernel: DisaggregatedKernel,
  a: DisaggregatedPlace,
  b: DisaggregatedPlace,
  withVersion = true,
): number {
  let sum = 0;
  a.numbers.forEach((value, i) => {
    sum += (kernel.rates[i] ?? 0) * Math.abs(value - (b.numbers[i] ?? 0));
  });
  a.names.forEach((name, i) => {
    const other = b.names[i] ?? null;
    if (name === null || other === null || name === other || (!withVersion && i === NAMES.length - 1)) return;
    sum += kernel.penalties[i] ?? 0;
  });
  return Math.exp(-sum);
}

/** Weights of the reference points: (K + noise)⁻¹ · residual, in units of the signal's variance. Throws when K is not positive definite. */
export function kernelWeights(
  kernel: DisaggregatedKernel,
  places: readonly DisaggregatedPlace[],
  residuals: ArrayLike<number>,
): Float64Array {
  const n = places.length;
  const matrix = new Float64Array(n * n);
  places.forEach((a, i) => {
    for (let j = 0; j < i; j++) {
      const value = likeness(kernel, a, places[j] ?? a);
      matrix[i * n + j] = value;
      matrix[j * n + i] = value;
    }
    matrix[i * n + i] = 1 + kernel.noiseRatio;
  });
  return solveWithCholesky(choleskyInPlace(matrix, n), n, residuals);
}

/** Correction of the logarithm at a place: Σ likeness · weight. */
export function kernelCorrection(
  kernel: DisaggregatedKernel,
  places: readonly DisaggregatedPlace[],
  weights: Float64Array,
  at: DisaggregatedPlace,
): number {
  return places.reduce((sum, place, i) => sum + likeness(kernel, at, place) * (weights[i] ?? 0), 0);
}
