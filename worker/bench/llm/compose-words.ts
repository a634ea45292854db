import type { Random } from '#lib/random.ts';

/** Words whose tokens were measured one by one, for servers whose tokenizer gives them different numbers. */
export interface WordCosts {
  readonly words: readonly string[];
  /** Tokens of each word: whole, at least 1. */
  readonly costs: readonly number[];
  /** Tokens of a prompt beside its words: a mean, so perhaps not whole. */
  readonly overhead: number;
}

/** A whole number next to `value` whose mean over many draws is `value`; draws nothing where that is whole already. */
export function ditherRound(random: Random, value: number): number {
  const nearest = Math.round(value);
  if (Math.abs(value - nearest) < 1e-6) return nearest;
  const below = Math.floor(value);
  return random.next() < value - below ? below + 1 : below;
}

/** Random draws before a fitting word is looked for in order. */
const DRAWS = 32;

/**
 * Random words whose costs add up to `tokens` less the overhead, at least one word. Where no sum of costs is that
 * number, lengths alternate around it so that their mean is right; only very short prompts may stay off.
 */
export function composeWords(random: Random, tokens: number, costs: WordCosts): string {
  const { words, costs: each, overhead } = costs;
  const unit = each.reduce(greatestCommonDivisor);
  const least = Math.min(...each);
  const sums = reachableSums(each);
  const fits = (sum: number): boolean =>
    sum >= 0 && (sum < sums.length ? sums[sum] === true : sum % unit === 0);
  let left = Math.max(least, unit * ditherRound(random, (tokens - overhead) / unit));
  while (!fits(left)) left += 1;

  const chosen: string[] = [];
  while (left > 0) {
    let pick = random.integer(0, words.length - 1);
    for (let i = 0; i < DRAWS && !fits(left - (each[pick] ?? 0)); i++)
      pick = random.integer(0, words.length - 1);
    if (!fits(left - (each[pick] ?? 0))) pick = each.findIndex((cost) => fits(left - cost));
    chosen.push(words[pick] ?? '');
    left -= each[pick] ?? left;
  }
  return chosen.join(' ');
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** Which small sums the costs can make; beyond the largest cost squared it is every multiple of their common divisor (Frobenius). */
function reachableSums(costs: readonly number[]): boolean[] {
  const largest = Math.max(...costs);
  const sums = [true];
  for (let sum = 1; sum <= largest * (largest + 1); sum++)
    sums.push(costs.some((cost) => sums[sum - cost] === true));
  return sums;
}
