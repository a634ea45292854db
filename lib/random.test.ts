import { describe, expect, it } from 'vitest';
import { createRandom, randomFromState } from '#lib/random.ts';

describe('random', () => {
  it('gives the published xoshiro128** sequence for the state 1, 2, 3, 4', () => {
    const random = randomFromState([1, 2, 3, 4]);
    expect(Array.from({ length: 10 }, () => random.uint32())).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ]);
  });

  it('repeats for a seed and differs between seeds and streams', () => {
    const take = (seed: number, stream?: number) => {
      const random = createRandom(seed, stream);
      return [random.uint32(), random.uint32(), random.uint32()].join();
    };
    expect(take(7)).toBe(take(7));
    const seen = new Set<string>();
    for (let seed = 0; seed < 50; seed++)
      for (let stream = 0; stream < 50; stream++) seen.add(take(seed, stream));
    expect(seen.size).toBe(2500);
    expect(take(2 ** 53 - 1)).not.toBe(take(2 ** 53 - 2));
  });

  it('draws integers uniformly with both ends included', () => {
    const random = createRandom(1);
    const counts = new Map<number, number>();
    for (let i = 0; i < 60_000; i++) {
      const value = random.integer(3, 8);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([3, 4, 5, 6, 7, 8]);
    // 10,000 expected each; 5 standard deviations are 457.
    for (const count of counts.values()) expect(Math.abs(count - 10_000)).toBeLessThan(457);
    expect(random.integer(4, 4)).toBe(4);
    expect(() => random.integer(2, 1)).toThrow(RangeError);
  });
});
