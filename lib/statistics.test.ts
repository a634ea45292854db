import { describe, expect, it } from 'vitest';
import { mean, quantile, sorted, standardDeviation, tailQuantile } from '#lib/statistics.ts';

const range = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

describe('statistics', () => {
  it('means and deviates as numpy does', () => {
    expect(mean([1, 2, 3, 4])).toBe(2.5);
    // numpy.std([2, 4, 4, 4, 5, 5, 7, 9]) == 2.0 (ddof = 0)
    expect(standardDeviation([2, 4, 4, 4, 5, 5, 7, 9])).toBe(2);
    expect(standardDeviation([3])).toBe(0);
  });

  it('answers null, never 0, without samples', () => {
    expect([mean([]), standardDeviation([]), quantile([], 0.5), tailQuantile([], 0.99)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('interpolates linearly (numpy.percentile([15, 20, 35, 40, 50], [0, 5, 30, 40, 50, 90, 100]))', () => {
    const samples = [15, 20, 35, 40, 50];
    const expected = [15, 16, 23, 29, 35, 46, 50];
    [0, 0.05, 0.3, 0.4, 0.5, 0.9, 1].forEach((q, i) => {
      expect(quantile(samples, q)).toBeCloseTo(expected[i] ?? NaN, 10);
    });
    expect(quantile([1, 2], 0.5)).toBe(1.5);
    expect(quantile([7], 0.99)).toBe(7);
    expect(() => quantile([1], 1.1)).toThrow(RangeError);
  });

  it('sorts by value, not by text, and leaves the input alone', () => {
    const input = [10, 9, 100, 1];
    expect([...sorted(input)]).toEqual([1, 9, 10, 100]);
    expect(input).toEqual([10, 9, 100, 1]);
  });

  it('refuses p99 of fewer than 100 samples and p99.9 of fewer than 1000', () => {
    expect(tailQuantile(range(99), 0.99)).toBeNull();
    expect(tailQuantile(range(99), 0.95)).toBeCloseTo(94.1, 10);
    expect(tailQuantile(range(100), 0.99)).toBeCloseTo(99.01, 10);
    expect(tailQuantile(range(999), 0.999)).toBeNull();
    expect(tailQuantile(range(1000), 0.999)).toBeCloseTo(999.001, 10);
    expect(tailQuantile(range(50), 0.99, 100)).not.toBeNull();
  });
});
