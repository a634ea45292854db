import { describe, expect, it } from 'vitest';
import { choleskyInPlace, inverseFromCholesky, solveWithCholesky } from './gaussian-process.ts';
import { robustWeights } from './robust-weights.ts';

const N = 7;
const NOISE = 0.1;
const kernel = (i: number, j: number) => Math.exp(-Math.abs(i - j) / 3);
const covarianceOf = (rows: readonly number[], noise: (row: number) => number) =>
  Float64Array.from({ length: rows.length ** 2 }, (_, at) => {
    const [i, j] = [rows[Math.floor(at / rows.length)] ?? 0, rows[at % rows.length] ?? 0];
    return kernel(i, j) + (i === j ? noise(i) : 0);
  });
/** (K + noise)⁻¹ · residual of some rows, computed directly. */
function direct(rows: readonly number[], residual: Float64Array, noise: (row: number) => number) {
  const l = choleskyInPlace(covarianceOf(rows, noise), rows.length);
  return solveWithCholesky(
    l,
    rows.length,
    rows.map((row) => residual[row] ?? 0),
  );
}
const ALL = [0, 1, 2, 3, 4, 5, 6];
const process = {
  inverse: inverseFromCholesky(
    choleskyInPlace(
      covarianceOf(ALL, () => NOISE),
      N,
    ),
    N,
  ),
  noise: new Float64Array(N).fill(NOISE),
  n: N,
};

describe('robustWeights', () => {
  const calm = Float64Array.of(0.3, -0.1, 0.4, 0.2, -0.3, 0.1, 0);

  it('equals solving without the fold, whose weights are 0', () => {
    const fold = [1, 4];
    const seen = ALL.filter((row) => !fold.includes(row));
    const weights = robustWeights(process, calm, fold, 100);
    const expected = direct(seen, calm, () => NOISE);
    seen.forEach((row, i) => expect(weights[row]).toBeCloseTo(expected[i] ?? 0, 9));
    expect(weights[1]).toBe(0);
    expect(weights[4]).toBe(0);
  });

  it('equals solving with the noise of outliers raised, in a fold too', () => {
    const stalled = Float64Array.from(calm);
    stalled[3] = 3;
    for (const fold of [[], [6, 0]]) {
      const seen = ALL.filter((row) => !fold.includes(row));
      const at = seen.indexOf(3);
      // What the other rows say of row 3.
      const others = seen.filter((row) => row !== 3);
      const weights = direct(others, stalled, () => NOISE);
      const said = others.reduce((sum, row, i) => sum + kernel(3, row) * (weights[i] ?? 0), 0);
      const factor = ((3 - said) / 1.5) ** 4;
      const expected = direct(seen, stalled, (row) => (row === 3 ? NOISE * factor : NOISE));
      const robust = robustWeights(process, stalled, fold, 1.5);
      seen.forEach((row, i) => expect(robust[row]).toBeCloseTo(expected[i] ?? 0, 8));
      expect(Math.abs(robust[3] ?? 0)).toBeLessThan(Math.abs(direct(seen, stalled, () => NOISE)[at] ?? 0));
    }
  });

  it('lets a row that is faster than its neighbours stand', () => {
    const fast = Float64Array.from(calm);
    fast[3] = -3;
    const expected = direct(ALL, fast, () => NOISE);
    // Its neighbours are then slower than it says, but by less than 2.
    const robust = robustWeights(process, fast, [], 2);
    expect(robust[3]).toBeCloseTo(expected[3] ?? 0, 9);
  });
});
