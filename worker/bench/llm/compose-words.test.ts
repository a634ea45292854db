import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '#lib/random.ts';
import { composeWords, ditherRound } from '#worker/bench/llm/compose-words.ts';

/** Words whose cost is their length. */
const costsOf = (lengths: readonly number[], overhead = 0) => ({
  words: lengths.map((length, i) => String.fromCharCode(97 + i).repeat(length)),
  costs: lengths,
  overhead,
});
const tokens = (text: string) => text.replaceAll(' ', '').length;

describe('ditherRound', () => {
  it('has the mean that was asked and only neighbours', () => {
    const random = createRandom(1);
    const draws = Array.from({ length: 4000 }, () => ditherRound(random, 17.25));
    expect(new Set(draws)).toEqual(new Set([17, 18]));
    expect(draws.reduce((sum, value) => sum + value, 0) / draws.length).toBeCloseTo(17.25, 1);
  });

  it('leaves whole numbers, and the random numbers after them, alone', () => {
    const random = createRandom(1);
    expect([ditherRound(random, 5), ditherRound(random, 5.000_000_01)]).toEqual([5, 5]);
    expect(random.next()).toBe(createRandom(1).next());
  });
});

describe('composeWords', () => {
  it('adds up exactly wherever the costs can', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 30, max: 400 }), (seed, length) => {
        expect(tokens(composeWords(createRandom(seed), length, costsOf([2, 3, 5, 7])))).toBe(length);
      }),
    );
  });

  it('alternates around a length that no sum makes', () => {
    const random = createRandom(3);
    const lengths = Array.from({ length: 3000 }, () =>
      tokens(composeWords(random, 64, costsOf([3, 6], 2.5))),
    );
    expect(new Set(lengths)).toEqual(new Set([60, 63]));
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    expect(mean + 2.5).toBeCloseTo(64, 0);
    expect(Math.abs(mean + 2.5 - 64)).toBeLessThan(0.1);
  });

  it('never makes an empty prompt, and uses all of the words', () => {
    expect(composeWords(createRandom(1), 1, costsOf([4, 6], 9))).toBe('aaaa');
    const seen = new Set(composeWords(createRandom(1), 3000, costsOf([1, 2, 3])).split(' '));
    expect(seen.size).toBe(3);
  });
});
