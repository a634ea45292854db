import { decimals } from '#lib/decimal-text.ts';

/** GB to one decimal, as the server's messages print them. */
export function formatGb(gb: number): string {
  return decimals(gb, gb < 10 ? 2 : 1);
}
