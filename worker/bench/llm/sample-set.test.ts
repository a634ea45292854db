import { describe, expect, it } from 'vitest';
import { createRandom } from '#lib/random.ts';
import { SampleSet } from '#worker/bench/llm/sample-set.ts';

describe('SampleSet', () => {
  it('gives numpy values', () => {
    const set = new SampleSet();
    for (const value of [2, 4, 4, 4, 5, 5, 7, 9]) set.add(value);
    // numpy: mean 5.0, std 2.0, percentile 50 / 90 / 95 = 4.5 / 7.6 / 8.3
    const statistics = set.statistics();
    expect(statistics.mean).toBe(5);
    expect(statistics.std).toBe(2);
    expect(statistics.p50).toBe(4.5);
    expect(statistics.p90).toBeCloseTo(7.6, 12);
    expect(statistics.p95).toBeCloseTo(8.3, 12);
    expect([statistics.p99, statistics.p999]).toEqual([null, null]);
  });

  it('has only nulls without samples', () => {
    expect(Object.values(new SampleSet().statistics())).toEqual([null, null, null, null, null, null, null]);
  });

  it('keeps mean and deviation exact, and percentiles close, beyond its capacity', () => {
    const set = new SampleSet(5000);
    const random = createRandom(1);
    let sum = 0;
    for (let i = 0; i < 100_000; i++) {
      const value = random.next() * 100;
      sum += value;
      set.add(value);
    }
    const statistics = set.statistics();
    expect(set.count).toBe(100_000);
    expect(statistics.mean).toBeCloseTo(sum / 100_000, 8);
    expect(statistics.std).toBeCloseTo(100 / Math.sqrt(12), 0);
    // Standard error of a p50 from 5,000 of a uniform on [0, 100] is 0.7; of a p99, 0.14.
    expect(Math.abs((statistics.p50 ?? 0) - 50)).toBeLessThan(3);
    expect(Math.abs((statistics.p99 ?? 0) - 99)).toBeLessThan(0.7);
  });
});
