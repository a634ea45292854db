/** One thing to be ranked. `lower` and `upper` are the ends of its interval: both null where there is none (a single measurement), the upper alone where it is unbounded. */
export interface Rankable {
  readonly value: number;
  readonly lower: number | null;
  readonly upper: number | null;
}

/** The ranks a thing may hold, 1 is best: from `best` (nobody else is surely better) to `worst`. */
export interface Rank {
  readonly best: number;
  readonly worst: number;
}

/**
 * Ranks with ties where intervals overlap: one is better for sure only where its interval lies wholly beyond the other's, so `best` is one more
 * than the number that surely beat it and `worst` is the whole less those it surely beats. A thing without an interval counts as the point it is.
 * After Chatbot Arena's rule (FastChat #3585). Order of the answer is that of `items`. O(n log n).
 */
export function rankWithTies(items: readonly Rankable[], better: 'higher' | 'lower'): Rank[] {
  // As if higher were better: then a beats b where a's lower end is above b's upper end.
  const ends = items.map(({ value, lower, upper }) => {
    const [from, to] = [lower ?? value, upper ?? (lower === null ? value : Infinity)];
    return better === 'higher' ? { low: from, high: to } : { low: -to, high: -from };
  });
  const lows = Float64Array.from(ends, ({ low }) => low).sort();
  const highs = Float64Array.from(ends, ({ high }) => high).sort();
  return ends.map(({ low, high }) => ({
    best: 1 + (lows.length - countUpTo(lows, high)),
    worst: items.length - countBelow(highs, low),
  }));
}

/** How many of ascending numbers are at most `limit`. */
function countUpTo(ascending: Float64Array, limit: number): number {
  let [from, to] = [0, ascending.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ascending[middle] ?? 0) <= limit) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** How many of ascending numbers are below `limit`. */
function countBelow(ascending: Float64Array, limit: number): number {
  let [from, to] = [0, ascending.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ascending[middle] ?? 0) < limit) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** A limit on one figure: at most, or at least. */
export interface Limit<Key extends string> {
  readonly key: Key;
  readonly kind: 'max' | 'min';
  readonly limit: number;
}

/** By how much a point misses a limit: `by` is positive, in the unit of the figure; null where the figure is missing. */
export interface Miss<Key extends string> {
  readonly key: Key;
  readonly limit: number;
  readonly by: number | null;
}

/** The limits that a point misses. A missing figure misses: nobody knows whether it keeps the limit. */
export function missesOf<Row, Key extends string>(
  row: Row,
  limits: readonly Limit<Key>[],
  valueOf: (row: Row, key: Key) => number | null,
): Miss<Key>[] {
  return limits.flatMap(({ key, kind, limit }): Miss<Key>[] => {
    const value = valueOf(row, key);
    if (value === null) return [{ key, limit, by: null }];
    const over = kind === 'max' ? value - limit : limit - value;
    return over > 0 ? [{ key, limit, by: over }] : [];
  });
}

/** The best point of several loads of one deployment that keeps the limits, else the one that comes nearest, with what it misses. */
export interface Choice<Row, Key extends string> {
  readonly row: Row;
  readonly misses: readonly Miss<Key>[];
}

/**
 * Of the points of one deployment that keep every limit the best by `valueOf(row, by)`; where none does, the one that misses by the
 * smallest share of a limit, with its misses. Points without the figure ranked by come last; null for no points at all.
 */
export function bestUnderLimits<Row, Key extends string>(
  rows: readonly Row[],
  limits: readonly Limit<Key>[],
  by: { readonly key: Key; readonly better: 'higher' | 'lower' },
  valueOf: (row: Row, key: Key) => number | null,
): Choice<Row, Key> | null {
  const sign = by.better === 'higher' ? 1 : -1;
  const worthOf = (row: Row): number => {
    const value = valueOf(row, by.key);
    return value === null ? -Infinity : sign * value;
  };
  let best: { row: Row; misses: Miss<Key>[]; worth: number; share: number } | null = null;
  for (const row of rows) {
    const misses = missesOf(row, limits, valueOf);
    const share = misses.reduce(
      (most, { by: over, limit }) => Math.max(most, over === null ? Infinity : over / Math.max(limit, 1e-12)),
      0,
    );
    const worth = worthOf(row);
    if (best === null || share < best.share || (share === best.share && worth > best.worth))
      best = { row, misses, worth, share };
  }
  return best === null ? null : { row: best.row, misses: best.misses };
}
