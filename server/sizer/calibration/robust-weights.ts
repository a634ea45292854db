import { choleskyInPlace, multiply, solveWithCholesky } from './gaussian-process.ts';

/** A Gaussian process over residuals by its inverse covariance (row-major, noise included) and the noise of each row. */
export interface NoisyProcess {
  readonly inverse: Float64Array;
  readonly noise: Float64Array;
  readonly n: number;
}

/**
 * Weights (K + noise)⁻¹ · residual of the rows outside `fold` alone, with the noise of outliers raised: a row whose residual lies more
 * than `scale` above what the other rows say gets its noise times (excess / scale)⁴. Only slower than expected counts, as warm-ups and
 * stalls do; a row can be slow by any factor but not fast. Weights of the fold are 0.
 *
 * Both changes are made to the one inverse: the fold is eliminated by blocks, the raised noise by the Woodbury identity. The outliers
 * are judged without the fold, so held-out rows say nothing about the model that is asked for them.
 */
export function robustWeights(
  { inverse, noise, n }: NoisyProcess,
  residual: Float64Array,
  fold: readonly number[],
  scale: number,
): Float64Array {
  const half = foldRows(inverse, n, fold);
  const weights = withoutFold(multiply(inverse, n, residual), half, fold);
  const outliers: { row: number; extra: number }[] = [];
  for (let i = 0; i < n; i++) {
    let own = inverse[i * n + i] as number;
    for (const row of half) own -= (row[i] as number) * (row[i] as number);
    // Rows of the fold have neither weight nor precision left.
    const excess = own > 1e-9 ? (weights[i] as number) / own : 0;
    if (excess > scale)
      outliers.push({ row: i, extra: (noise[i] as number) * (Math.pow(excess / scale, 4) - 1) });
  }
  const held = new Set(fold);
  const raised = outliers.filter(({ row }) => !held.has(row));
  raiseNoise(weights, raised, (row) => column(inverse, n, half, row));
  for (const row of fold) weights[row] = 0;
  return weights;
}

/** L⁻¹ · A⁻¹[fold, ·] with L the Cholesky factor of A⁻¹[fold, fold]: what the fold contributes is the square of its columns. */
function foldRows(inverse: Float64Array, n: number, fold: readonly number[]): Float64Array[] {
  const m = fold.length;
  const block = new Float64Array(m * m);
  fold.forEach((row, i) => {
    fold.forEach((other, j) => {
      block[i * m + j] = inverse[row * n + other] as number;
    });
  });
  const l = choleskyInPlace(block, m);
  const rows = fold.map((row) => Float64Array.from(inverse.subarray(row * n, row * n + n)));
  rows.forEach((row, i) => {
    for (let k = 0; k < i; k++) addScaled(row, rows[k] as Float64Array, -(l[i * m + k] as number));
    const scale = 1 / (l[i * m + i] as number);
    for (let j = 0; j < n; j++) row[j] = (row[j] as number) * scale;
  });
  return rows;
}

/** Weights once the fold is eliminated: w − Hᵀ · L⁻¹ · w[fold]. */
function withoutFold(
  weights: Float64Array,
  half: readonly Float64Array[],
  fold: readonly number[],
): Float64Array {
  const result = weights.slice();
  const m = fold.length;
  // H[·, fold] is Lᵀ, so L⁻¹·w[fold] is a forward substitution along its columns.
  const z = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    let sum = weights[fold[i] as number] as number;
    for (let k = 0; k < i; k++)
      sum -= ((half[k] as Float64Array)[fold[i] as number] as number) * (z[k] as number);
    z[i] = sum / ((half[i] as Float64Array)[fold[i] as number] as number);
  }
  for (let i = 0; i < m; i++) addScaled(result, half[i] as Float64Array, -(z[i] as number));
  return result;
}

function column(inverse: Float64Array, n: number, half: readonly Float64Array[], row: number): Float64Array {
  const values = Float64Array.from(inverse.subarray(row * n, row * n + n));
  for (const other of half) addScaled(values, other, -(other[row] as number));
  return values;
}

/** Woodbury: adds `extra` to the diagonal of the covariance at some rows, and updates the weights. */
function raiseNoise(
  weights: Float64Array,
  raised: readonly { row: number; extra: number }[],
  columnOf: (row: number) => Float64Array,
): void {
  const s = raised.length;
  if (s === 0) return;
  const columns = raised.map(({ row }) => columnOf(row));
  const small = new Float64Array(s * s);
  raised.forEach(({ row, extra }, i) => {
    columns.forEach((values, j) => {
      small[i * s + j] = values[row] as number;
    });
    small[i * s + i] = (small[i * s + i] as number) + 1 / extra;
  });
  const z = solveWithCholesky(
    choleskyInPlace(small, s),
    s,
    raised.map(({ row }) => weights[row] as number),
  );
  columns.forEach((values, i) => {
    addScaled(weights, values, -(z[i] as number));
  });
}

function addScaled(target: Float64Array, source: Float64Array, factor: number): void {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] as number) + factor * (source[i] as number);
}
