import type { BomLine } from '#contract/sizer/solve-response.ts';

export interface BomTotal {
  /** Null where no line has a price. */
  totalUsd: number | null;
  /** Lines that would count and have no price. */
  unpriced: number;
  guesses: number;
}

/** Sums the lines that are not part of another's price; a missing price is told, never counted as 0. */
export function bomTotal(lines: readonly BomLine[]): BomTotal {
  const counting = lines.filter((line) => !line.included);
  const priced = counting.flatMap(({ total_usd }) => (total_usd === null ? [] : [total_usd]));
  return {
    totalUsd: priced.length === 0 ? null : priced.reduce((sum, usd) => sum + usd, 0),
    unpriced: counting.length - priced.length,
    guesses: counting.filter((line) => line.is_guess && line.total_usd !== null).length,
  };
}
