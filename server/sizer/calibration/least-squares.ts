import { choleskyInPlace, solveWithCholesky } from './gaussian-process.ts';

/**
 * Nonlinear least squares by Levenberg and Marquardt with forward differences: x that makes Σ residuals(x)² small, starting at `start`.
 * For some dozens of unknowns of order 1. Deterministic. Source: Nocedal and Wright, Numerical Optimization, 10.3.
 */
export function leastSquares(
  residuals: (x: Float64Array) => Float64Array,
  start: ArrayLike<number>,
  rounds = 40,
): Float64Array {
  const n = start.length;
  let x = Float64Array.from(start);
  let r = residuals(x);
  let cost = sumOfSquares(r);
  let damping = 1e-2;
  for (let round = 0; round < rounds; round++) {
    const { normal, gradient } = normalEquations(residuals, x, r);
    let improved = false;
    for (let attempt = 0; attempt < 8 && !improved; attempt++) {
      const damped = Float64Array.from(normal);
      for (let i = 0; i < n; i++) damped[i * n + i] = (normal[i * n + i] ?? 0) * (1 + damping) + 1e-12;
      const step = solveWithCholesky(choleskyInPlace(damped, n), n, gradient);
      const next = x.map((value, i) => value - (step[i] ?? 0));
      const nextResiduals = residuals(next);
      const nextCost = sumOfSquares(nextResiduals);
      if (nextCost < cost) {
        const gain = (cost - nextCost) / cost;
        x = next;
        r = nextResiduals;
        cost = nextCost;
        damping = Math.max(damping / 5, 1e-9);
        improved = true;
        if (gain < 1e-7) return x;
      } else {
        damping *= 4;
      }
    }
    if (!improved) return x;
  }
  return x;
}

function normalEquations(residuals: (x: Float64Array) => Float64Array, x: Float64Array, r: Float64Array) {
  const n = x.length;
  const step = 1e-6;
  const columns = Array.from({ length: n }, (_, i) => {
    const moved = Float64Array.from(x);
    moved[i] = (x[i] ?? 0) + step;
    return residuals(moved).map((value, k) => (value - (r[k] ?? 0)) / step);
  });
  const normal = new Float64Array(n * n);
  const gradient = new Float64Array(n);
  columns.forEach((a, i) => {
    gradient[i] = product(a, r);
    for (let j = 0; j <= i; j++) {
      const value = product(a, columns[j] ?? a);
      normal[i * n + j] = value;
      normal[j * n + i] = value;
    }
  });
  return { normal, gradient };
}

function product(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

function sumOfSquares(r: Float64Array): number {
  return product(r, r);
}
