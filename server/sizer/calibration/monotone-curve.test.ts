import { describe, expect, it } from 'vitest';
import { createRandom } from '#lib/random.ts';
import { isRising, riseTogether } from './monotone-curve.ts';
import { rates, type PointEstimate } from './trained-core.ts';

const point = (concurrency: number) => ({
  parallelism: { tp: 4, pp: 1, dp: 1, ep: 1 },
  osl: 256,
  concurrency,
});
const estimateOf = (concurrency: number, ttftMs: number, tpotMs: number): PointEstimate => ({
  ...rates(point(concurrency), ttftMs, tpotMs),
  running: concurrency,
  waitMs: 0,
  similarity: 0.5,
  nearest: 0,
});

describe('riseTogether', () => {
  it('lets what rises stand', () => {
    const points = [point(1), point(2)];
    const estimates = [estimateOf(1, 100, 10), estimateOf(2, 110, 11)];
    expect(isRising(points, estimates)).toBe(true);
    expect(riseTogether(points, estimates)).toEqual(estimates);
  });

  it('holds throughput level where it would fall', () => {
    const points = [point(10), point(11)];
    const [before, after] = riseTogether(points, [estimateOf(10, 100, 10), estimateOf(11, 5000, 30)]);
    expect(after?.tokensPerSecPerGpu).toBeCloseTo(before?.tokensPerSecPerGpu ?? 0, 6);
    expect(after?.ttftMs).toBeGreaterThan(before?.ttftMs ?? Infinity);
    expect(after?.e2eMs).toBeCloseTo((after?.ttftMs ?? 0) + 255 * (after?.tpotMs ?? 0), 6);
  });

  it('makes any sequence rise', () => {
    const random = createRandom(42);
    for (let round = 0; round < 300; round++) {
      const concurrencies = Array.from({ length: 8 }, () => random.integer(1, 2000)).sort((a, b) => a - b);
      const points = concurrencies.map(point);
      const estimates = concurrencies.map((concurrency) =>
        estimateOf(concurrency, 10 + 5000 * random.next(), 1 + 100 * random.next()),
      );
      expect(isRising(points, riseTogether(points, estimates))).toBe(true);
    }
  });
});
