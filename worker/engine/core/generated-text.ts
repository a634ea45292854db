import { createRandom } from '#lib/random.ts';

const CONSONANTS = 'bcdfghklmnprstvz';
const VOWELS = 'aeiou';

/**
 * The words that the simulated model speaks: a space and two or four letters, so each is exactly one token of the
 * tokenizer, alone and in a row. Plain letters need no escaping in JSON.
 */
export const GENERATED_PIECES: readonly string[] = (() => {
  const syllables = Array.from(CONSONANTS).flatMap((c) => Array.from(VOWELS, (v) => c + v));
  return [
    ...syllables.map((first) => ` ${first}`),
    ...syllables.flatMap((first) => syllables.map((second) => ` ${first}${second}`)),
  ];
})();

/** The pieces one request generates, in order; the same seed gives the same text. */
export function createTextSource(seed: number): () => string {
  const random = createRandom(seed);
  return () => GENERATED_PIECES[random.uint32() % GENERATED_PIECES.length] ?? ' la';
}

/**
 * Where the simulated model would end by itself: exponential with a mean of `meanTokens`, at least 1. Real answer
 * lengths are right-skewed; the exact shape is a simplification.
 */
export function naturalLength(seed: number, meanTokens: number): number {
  return 1 + Math.floor(-Math.log(1 - createRandom(seed, 1).next()) * meanTokens);
}
