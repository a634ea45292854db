import { describe, expect, it } from 'vitest';
import { choleskyInPlace, inverseFromCholesky, multiply, solveWithCholesky } from './gaussian-process.ts';

const MATRIX = [4, 12, -16, 12, 37, -43, -16, -43, 98];

describe('Cholesky', () => {
  it('factors the textbook matrix', () => {
    // [[4, 12, −16], [12, 37, −43], [−16, −43, 98]] = L·Lᵀ with L = [[2], [6, 1], [−8, 5, 3]].
    const l = choleskyInPlace(Float64Array.from(MATRIX), 3);
    expect([l[0], l[3], l[4], l[6], l[7], l[8]]).toEqual([2, 6, 1, -8, 5, 3]);
  });

  it('solves and inverts', () => {
    const l = choleskyInPlace(Float64Array.from(MATRIX), 3);
    const x = solveWithCholesky(l, 3, [0, 6, 39]);
    const back = multiply(Float64Array.from(MATRIX), 3, x);
    expect(back[0]).toBeCloseTo(0, 9);
    expect(back[2]).toBeCloseTo(39, 9);
    const inverse = inverseFromCholesky(l, 3);
    const identity = multiply(inverse, 3, Float64Array.of(4, 12, -16));
    expect(identity[0]).toBeCloseTo(1, 9);
    expect(identity[1]).toBeCloseTo(0, 9);
  });

  it('refuses a matrix that is not positive definite', () => {
    expect(() => choleskyInPlace(Float64Array.of(1, 2, 2, 1), 2)).toThrow('row 1');
  });
});
