/* Dense linear algebra for about two thousand points: row-major Float64Array, no pivoting (matrices are positive definite). */

/** Cholesky factor L (lower, row-major) of a positive definite matrix, in place. Throws when it is not positive definite. */
export function choleskyInPlace(matrix: Float64Array, n: number): Float64Array {
  for (let i = 0; i < n; i++) {
    const rowI = matrix.subarray(i * n, i * n + n);
    for (let j = 0; j <= i; j++) {
      const rowJ = matrix.subarray(j * n, j * n + n);
      const sum = (rowI[j] ?? 0) - dot(rowI, rowJ, j);
      if (i !== j) rowI[j] = sum / (rowJ[j] ?? 1);
      else if (sum > 0) rowI[j] = Math.sqrt(sum);
      else throw new Error(`matrix is not positive definite at row ${i}`);
    }
  }
  return matrix;
}

/** Solves L·Lᵀ·x = b for a Cholesky factor. */
export function solveWithCholesky(l: Float64Array, n: number, b: ArrayLike<number>): Float64Array {
  const x = Float64Array.from(b);
  for (let i = 0; i < n; i++) {
    const row = l.subarray(i * n, i * n + n);
    x[i] = ((x[i] ?? 0) - dot(row, x, i)) / (row[i] ?? 1);
  }
  for (let i = n - 1; i >= 0; i--) {
    const value = (x[i] ?? 0) / (l[i * n + i] ?? 1);
    x[i] = value;
    const row = l.subarray(i * n, i * n + i);
    for (let k = 0; k < i; k++) x[k] = (x[k] ?? 0) - value * (row[k] ?? 0);
  }
  return x;
}

/** Inverse of the matrix whose Cholesky factor is given (full, symmetric); the factor is overwritten. */
export function inverseFromCholesky(l: Float64Array, n: number): Float64Array {
  // Rows of W are columns of L⁻¹: W[j][i] = (L⁻¹)[i][j], so that both passes run along rows.
  const w = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    const column = w.subarray(j * n, j * n + n);
    column[j] = 1 / (l[j * n + j] ?? 1);
    for (let i = j + 1; i < n; i++) {
      const row = l.subarray(i * n, i * n + n);
      column[i] = -dotRange(row, column, j, i) / (row[i] ?? 1);
    }
  }
  // K⁻¹ = L⁻ᵀ·L⁻¹: entry (i, j) is the product of columns i and j of L⁻¹, which start at max(i, j).
  const inverse = l;
  for (let i = 0; i < n; i++) {
    const rowI = w.subarray(i * n, i * n + n);
    for (let j = 0; j <= i; j++) {
      const value = dotRange(rowI, w.subarray(j * n, j * n + n), i, n);
      inverse[i * n + j] = value;
    }
  }
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) inverse[j * n + i] = inverse[i * n + j] ?? 0;
  return inverse;
}

/** Symmetric matrix times vector. */
export function multiply(matrix: Float64Array, n: number, x: Float64Array): Float64Array {
  return Float64Array.from({ length: n }, (_, i) => dot(matrix.subarray(i * n, i * n + n), x, n));
}

function dot(a: Float64Array, b: Float64Array, length: number): number {
  return dotRange(a, b, 0, length);
}

/** Four sums side by side: the order of additions is fixed, so the result is the same on every run. */
function dotRange(a: Float64Array, b: Float64Array, from: number, to: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let k = from;
  for (; k + 3 < to; k += 4) {
    s0 += (a[k] as number) * (b[k] as number);
    s1 += (a[k + 1] as number) * (b[k + 1] as number);
    s2 += (a[k + 2] as number) * (b[k + 2] as number);
    s3 += (a[k + 3] as number) * (b[k + 3] as number);
  }
  for (; k < to; k++) s0 += (a[k] as number) * (b[k] as number);
  return s0 + s1 + s2 + s3;
}
