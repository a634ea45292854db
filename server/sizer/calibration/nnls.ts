/** Rows of a least-squares problem: row-major `a` with `columns` columns, and the values `y`. */
export interface LinearSystem {
  readonly a: Float64Array;
  readonly y: Float64Array;
  readonly columns: number;
}

/**
 * Non-negative least squares: x ≥ 0 that minimises |A·x − y|, by the active-set method over the normal equations with
 * columns scaled to unit length (C. Lawson, R. Hanson, Solving Least Squares Problems, 1974, chapter 23). For a few dozen columns.
 */
export function solveNonNegative({ a, y, columns }: LinearSystem): Float64Array {
  const { gram, target, scale } = normalEquations(a, y, columns);
  const x = new Float64Array(columns);
  const passive: number[] = [];
  const tolerance = 1e-10;
  for (let round = 0; round < 30 * columns; round++) {
    const entering = steepest(gram, target, x, passive, columns);
    if (entering === null || entering.gradient <= tolerance) break;
    passive.push(entering.column);
    let solution = solveSubset(gram, target, passive, columns);
    while (solution.some((value) => value <= 0)) {
      let step = 1;
      passive.forEach((column, i) => {
        const goal = solution[i] ?? 0;
        const from = x[column] ?? 0;
        if (goal <= 0) step = Math.min(step, from / (from - goal || Number.MIN_VALUE));
      });
      passive.forEach((column, i) => {
        x[column] = (x[column] ?? 0) + step * ((solution[i] ?? 0) - (x[column] ?? 0));
      });
      for (let i = passive.length - 1; i >= 0; i--) {
        const column = passive[i] ?? 0;
        if ((x[column] ?? 0) > 1e-14) continue;
        x[column] = 0;
        passive.splice(i, 1);
      }
      if (passive.length === 0) break;
      solution = solveSubset(gram, target, passive, columns);
    }
    x.fill(0);
    passive.forEach((column, i) => {
      x[column] = solution[i] ?? 0;
    });
  }
  return x.map((value, column) => value / (scale[column] ?? 1));
}

function normalEquations(a: Float64Array, y: Float64Array, columns: number) {
  const gram = new Float64Array(columns * columns);
  const target = new Float64Array(columns);
  const rows = y.length;
  for (let r = 0; r < rows; r++) {
    const offset = r * columns;
    const value = y[r] ?? 0;
    for (let i = 0; i < columns; i++) {
      const left = a[offset + i] ?? 0;
      if (left === 0) continue;
      target[i] = (target[i] ?? 0) + left * value;
      for (let j = 0; j <= i; j++) {
        gram[i * columns + j] = (gram[i * columns + j] ?? 0) + left * (a[offset + j] ?? 0);
      }
    }
  }
  const scale = Float64Array.from({ length: columns }, (_, i) => Math.sqrt(gram[i * columns + i] ?? 0) || 1);
  for (let i = 0; i < columns; i++) {
    target[i] = (target[i] ?? 0) / (scale[i] ?? 1);
    for (let j = 0; j <= i; j++) {
      const value = (gram[i * columns + j] ?? 0) / ((scale[i] ?? 1) * (scale[j] ?? 1));
      gram[i * columns + j] = value;
      gram[j * columns + i] = value;
    }
  }
  return { gram, target, scale };
}

/** The column outside `passive` along which the error falls fastest. */
function steepest(
  gram: Float64Array,
  target: Float64Array,
  x: Float64Array,
  passive: readonly number[],
  columns: number,
): { column: number; gradient: number } | null {
  let best: { column: number; gradient: number } | null = null;
  for (let i = 0; i < columns; i++) {
    if (passive.includes(i) || (gram[i * columns + i] ?? 0) === 0) continue;
    let gradient = target[i] ?? 0;
    for (let j = 0; j < columns; j++) gradient -= (gram[i * columns + j] ?? 0) * (x[j] ?? 0);
    if (best === null || gradient > best.gradient) best = { column: i, gradient };
  }
  return best;
}

/** Unconstrained solution over some columns: Cholesky with a tiny ridge, as columns may be collinear. */
function solveSubset(
  gram: Float64Array,
  target: Float64Array,
  subset: readonly number[],
  columns: number,
): number[] {
  const n = subset.length;
  const l = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = gram[(subset[i] ?? 0) * columns + (subset[j] ?? 0)] ?? 0;
      if (i === j) sum += 1e-12;
      for (let k = 0; k < j; k++) sum -= (l[i * n + k] ?? 0) * (l[j * n + k] ?? 0);
      l[i * n + j] = i === j ? Math.sqrt(Math.max(sum, 1e-14)) : sum / (l[j * n + j] ?? 1);
    }
  }
  const solution = subset.map((column) => target[column] ?? 0);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) solution[i] = (solution[i] ?? 0) - (l[i * n + k] ?? 0) * (solution[k] ?? 0);
    solution[i] = (solution[i] ?? 0) / (l[i * n + i] ?? 1);
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++)
      solution[i] = (solution[i] ?? 0) - (l[k * n + i] ?? 0) * (solution[k] ?? 0);
    solution[i] = (solution[i] ?? 0) / (l[i * n + i] ?? 1);
  }
  return solution;
}

/**
 * Non-negative coefficients that make the relative error small and robust: rows weighted by 1/y, then six rounds of reweighting by
 * 1/√max(|error|, 3 %), which brings the fit near to the least absolute relative error. `prior` with `priorWeight` (rows' worth)
 * pulls the coefficients towards given ones.
 */
export function fitRelative(
  { a, y, columns }: LinearSystem,
  prior?: { readonly coefficients: Float64Array; readonly weight: number },
): Float64Array {
  const rows = y.length;
  const weights = Float64Array.from(y, (value) => 1 / value);
  const extra = prior === undefined ? 0 : columns;
  const scaledA = new Float64Array((rows + extra) * columns);
  const scaledY = new Float64Array(rows + extra);
  let coefficients = new Float64Array(columns);
  for (let round = 0; round < 6; round++) {
    const energy = new Float64Array(columns);
    for (let r = 0; r < rows; r++) {
      const weight = weights[r] ?? 0;
      scaledY[r] = (y[r] ?? 0) * weight;
      for (let c = 0; c < columns; c++) {
        const value = (a[r * columns + c] ?? 0) * weight;
        scaledA[r * columns + c] = value;
        energy[c] = (energy[c] ?? 0) + value * value;
      }
    }
    if (prior !== undefined) {
      for (let c = 0; c < columns; c++) {
        const pull = Math.sqrt((energy[c] ?? 0) / rows + 1e-12) * Math.sqrt(prior.weight);
        scaledA.fill(0, (rows + c) * columns, (rows + c + 1) * columns);
        scaledA[(rows + c) * columns + c] = pull;
        scaledY[rows + c] = pull * (prior.coefficients[c] ?? 0);
      }
    }
    coefficients = Float64Array.from(solveNonNegative({ a: scaledA, y: scaledY, columns }));
    for (let r = 0; r < rows; r++) {
      const value = y[r] ?? 1;
      const error = Math.abs(dotRow(a, r, coefficients) / value - 1);
      weights[r] = 1 / (value * Math.sqrt(Math.max(error, 0.03)));
    }
  }
  return coefficients;
}

/** Row `row` of the row-major `a` times `coefficients`. */
export function dotRow(a: Float64Array, row: number, coefficients: Float64Array): number {
  const columns = coefficients.length;
  let sum = 0;
  for (let c = 0; c < columns; c++) sum += (a[row * columns + c] ?? 0) * (coefficients[c] ?? 0);
  return sum;
}
