// Made once: making one takes longer than a hundred uses.
const TWO_DIGITS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** A plain number as `text/numbers.ts` leaves it. */
export const N = String.raw`(\d+(?:\.\d+)?)`;
/** Words of an upper limit before a number. */
export const LIMIT = String.raw`(?:under|below|within|less than|lower than|no more than|not more than|no longer than|not exceed(?:ing)?|at most|max(?:imum|\.)?(?: of)?|maximum of|up to|limit(?:ed)?(?: to| of| is|:)?|capped? (?:at|to)|cap of|upper limit of|faster than|sub[- ]?|stay(?:s|ing)? (?:under|below|within)|keep(?:s|ing)? (?:it |that )?(?:to|under|below|within)|<=?|=<|of|is|at|to|in|:|=)`;

/** Milliseconds of an amount with a unit of time. */
export function toMs(amount: number, unit: string): number {
  if (/^m(?:s|sec|illi)/.test(unit)) return amount;
  if (/^m/.test(unit)) return amount * 60_000;
  if (/^h/.test(unit)) return amount * 3_600_000;
  return amount * 1_000;
}

/** Thousands separated: `15,000`. */
export function grouped(value: number): string {
  return TWO_DIGITS.format(value);
}
