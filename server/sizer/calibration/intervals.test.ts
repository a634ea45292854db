import { describe, expect, it } from 'vitest';
import { createRandom } from '#lib/random.ts';
import type { HeldOut } from './cross-validation.ts';
import {
  binOf,
  calibrateIntervals,
  confidenceOf,
  leastErrorShift,
  logErrors,
  withInterval,
} from './intervals.ts';
import { rates } from './trained-core.ts';

/** A held-out row whose TPOT was measured `factor` times what was predicted. */
function heldOut(similarity: number, factor: number): HeldOut {
  const point = { parallelism: { tp: 1, pp: 1, dp: 1, ep: 1 }, osl: 100, concurrency: 4 };
  return {
    row: { point, ttftMs: 100 * factor, tpotMs: 10 * factor } as HeldOut['row'],
    estimate: { ...rates(point, 100, 10), running: 4, waitMs: 0, similarity, nearest: 0 },
  };
}

describe('calibrateIntervals', () => {
  it('holds eight of ten points of each bin', () => {
    const random = createRandom(7);
    const make = (n: number) =>
      Array.from({ length: n }, () => {
        const similarity = random.next();
        const spread = 0.5 * (1.1 - similarity);
        return heldOut(similarity, Math.exp(spread * (2 * random.next() - 1)));
      });
    const bins = calibrateIntervals(make(4000));
    for (const from of [0, 0.5, 0.8]) {
      const fresh = make(4000).filter(({ estimate }) => estimate.similarity >= from);
      const inside = fresh.filter((row) => {
        const [low, high] = binOf(bins, row.estimate.similarity)?.ends.tpotMs ?? [0, 0];
        const error = logErrors(row).tpotMs;
        return error >= low && error <= high;
      });
      expect(inside.length / fresh.length).toBeGreaterThan(0.77);
      expect(inside.length / fresh.length).toBeLessThan(0.83);
    }
  });

  it('joins bins that hold too few points', () => {
    const bins = calibrateIntervals(Array.from({ length: 50 }, () => heldOut(0.9, 1.1)));
    expect(bins.map(({ from }) => from)).toEqual([0]);
    expect(bins[0]?.points).toBe(50);
    expect(bins[0]?.ends.tpotMs[0]).toBeCloseTo(Math.log(1.1), 9);
    // A longer time is a lower rate.
    expect(bins[0]?.ends.tokensPerSecPerGpu[0]).toBeCloseTo(-Math.log(1.1), 9);
  });
});

describe('leastErrorShift', () => {
  it('moves down where one in two is half, and not where all agree', () => {
    // Of 1 and 2, equally likely, 1 has the least mean relative error: ln 1 − ln 1.41 = −0.35.
    const half = Math.log(Math.SQRT2);
    expect(leastErrorShift([half, -half])).toBeCloseTo(-0.35, 1);
    expect(leastErrorShift([0.001, -0.001, 0])).toBe(0);
  });
});

describe('withInterval', () => {
  const bin = calibrateIntervals(Array.from({ length: 20 }, (_, i) => heldOut(0.9, 1 + i / 20)))[0] ?? null;

  it('holds the value, and is stretched where nothing was measured', () => {
    const plain = withInterval(10, bin, 'tpotMs');
    const wide = withInterval(10, bin, 'tpotMs', 2);
    expect(plain.low).toBeLessThanOrEqual(10);
    expect(plain.high).toBeGreaterThan(10);
    expect(Math.log((wide.high ?? 0) / 10)).toBeCloseTo(2 * Math.log((plain.high ?? 0) / 10), 9);
    expect(withInterval(10, null, 'tpotMs')).toEqual({ value: 10, low: null, high: null });
  });
});

describe('confidenceOf', () => {
  it('falls with likeness', () => {
    expect([1, 0.8, 0.79, 0.5, 0.1, 0.09].map(confidenceOf)).toEqual([
      'high',
      'high',
      'medium',
      'medium',
      'low',
      'very_low',
    ]);
  });
});
