import { describe, expect, it } from 'vitest';
import { fitRelative, solveNonNegative } from './nnls.ts';

describe('solveNonNegative', () => {
  it('finds the exact solution where it is positive', () => {
    const a = Float64Array.of(1, 2, 3, 4, 5, 6);
    const x = solveNonNegative({ a, y: Float64Array.of(5, 11, 17), columns: 2 });
    expect(x[0]).toBeCloseTo(1, 6);
    expect(x[1]).toBeCloseTo(2, 6);
  });

  it('keeps at zero what would be negative, and fits the rest', () => {
    // Least squares would be (2, −1); with x₂ = 0 the best x₁ is (1·1 + 1·3) / 2 = 2.
    const a = Float64Array.of(1, 1, 1, -1);
    const x = solveNonNegative({ a, y: Float64Array.of(1, 3), columns: 2 });
    expect(x[0]).toBeCloseTo(2, 9);
    expect(x[1]).toBe(0);
  });

  it('solves the classic example of Lawson and Hanson’s method', () => {
    // scipy.optimize.nnls documentation: A = [[1, 0], [1, 0], [0, 1]], b = [2, 1, 1] gives [1.5, 1].
    const a = Float64Array.of(1, 0, 1, 0, 0, 1);
    const x = solveNonNegative({ a, y: Float64Array.of(2, 1, 1), columns: 2 });
    expect(Array.from(x, (value) => Number(value.toFixed(9)))).toEqual([1.5, 1]);
  });

  it('takes a column of zeros and twins without falling over', () => {
    const a = Float64Array.of(1, 1, 0, 2, 2, 0);
    const x = solveNonNegative({ a, y: Float64Array.of(3, 6), columns: 3 });
    expect((x[0] ?? 0) + (x[1] ?? 0)).toBeCloseTo(3, 6);
    expect(x[2]).toBe(0);
  });
});

describe('fitRelative', () => {
  const rows = Array.from({ length: 40 }, (_, i) => [1, i + 1] as const);
  const a = Float64Array.from(rows.flat());

  it('is not moved by one row that is off by a factor', () => {
    const y = Float64Array.from(rows, ([, x], i) => (i === 7 ? 10 : 1) * (4 + 0.5 * x));
    const x = fitRelative({ a, y, columns: 2 });
    expect(x[0]).toBeCloseTo(4, 1);
    expect(x[1]).toBeCloseTo(0.5, 2);
  });

  it('stays near a prior that outweighs the rows', () => {
    const y = Float64Array.from(rows, ([, x]) => 4 + 0.5 * x);
    const x = fitRelative({ a, y, columns: 2 }, { coefficients: Float64Array.of(1, 2), weight: 1e9 });
    expect(x[0]).toBeCloseTo(1, 3);
    expect(x[1]).toBeCloseTo(2, 3);
  });
});
