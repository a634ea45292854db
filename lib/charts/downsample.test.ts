import fc from 'fast-check';
import { expect, it } from 'vitest';
import { minMaxPerBucket, type Sample } from './downsample.ts';

const series = fc
  .array(fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { nil: null, freq: 10 }), {
    minLength: 1,
    maxLength: 600,
  })
  .map((ys) => ys.map((y, x): Sample => ({ x, y })));
const values = (samples: readonly Sample[]): number[] => samples.flatMap(({ y }) => (y === null ? [] : [y]));

it('keeps every spike: extremes survive, samples are real and in order, and there are few', () => {
  fc.assert(
    fc.property(series, fc.integer({ min: 1, max: 60 }), (samples, buckets) => {
      const kept = minMaxPerBucket(samples, buckets);
      expect(kept.every((sample) => samples.includes(sample))).toBe(true);
      expect(new Set(kept).size).toBe(kept.length);
      expect(kept.map(({ x }) => x)).toEqual(kept.map(({ x }) => x).sort((a, b) => a - b));
      expect(kept.length).toBeLessThanOrEqual(Math.max(2 * buckets, 3 * buckets + 2));
      expect(Math.max(...values(kept))).toBe(Math.max(...values(samples)));
      expect(Math.min(...values(kept))).toBe(Math.min(...values(samples)));
    }),
  );
});

it('keeps a spike of one sample in 36,000 where it happened, and a gap', () => {
  const samples = Array.from({ length: 36_000 }, (_, x): Sample => ({
    x,
    y: x === 20_011 ? null : x === 17_321 ? 93 : 60,
  }));
  const kept = minMaxPerBucket(samples, 300);
  expect(kept).toContainEqual({ x: 17_321, y: 93 });
  expect(kept).toContainEqual({ x: 20_011, y: null });
  expect(kept.length).toBeLessThanOrEqual(902);
});

it('leaves a short series alone', () => {
  const samples = [
    { x: 0, y: 1 },
    { x: 1, y: 2 },
  ];
  expect(minMaxPerBucket(samples, 300)).toBe(samples);
});
