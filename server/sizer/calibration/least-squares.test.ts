import { describe, expect, it } from 'vitest';
import { leastSquares } from './least-squares.ts';

describe('leastSquares', () => {
  it('finds the minimum of the Rosenbrock function, (1, 1)', () => {
    const x = leastSquares(([a = 0, b = 0]) => Float64Array.of(1 - a, 10 * (b - a * a)), [-1.2, 1], 200);
    expect(x[0]).toBeCloseTo(1, 4);
    expect(x[1]).toBeCloseTo(1, 4);
  });

  it('recovers rate and height of an exponential from exact points', () => {
    const times = [0, 1, 2, 3, 4];
    const x = leastSquares(
      ([height = 0, rate = 0]) =>
        Float64Array.from(times, (t) => height * Math.exp(-rate * t) - 3 * Math.exp(-0.5 * t)),
      [1, 0.1],
      100,
    );
    expect(x[0]).toBeCloseTo(3, 5);
    expect(x[1]).toBeCloseTo(0.5, 5);
  });

  it('is the straight-line regression where the model is linear: y = 1 + 2t has slope 2', () => {
    const x = leastSquares(
      ([a = 0, b = 0]) => Float64Array.of(a - 1.1, a + b - 2.9, a + 2 * b - 5.1, a + 3 * b - 6.9),
      [0, 0],
    );
    expect(x[0]).toBeCloseTo(1.06, 6);
    expect(x[1]).toBeCloseTo(1.96, 6);
  });
});
