/** A sample of a time series; a null y is a gap. */
export interface Sample {
  readonly x: number;
  readonly y: number | null;
}

/**
 * Thins a series sorted by x to at most four samples per bucket: the first, the lowest, the highest and one gap.
 * Every sample returned is one of the input, and each bucket's minimum and maximum survive, so no spike is lost.
 * A series of at most `2 × buckets` samples comes back as it is.
 */
export function minMaxPerBucket<P extends Sample>(samples: readonly P[], buckets: number): readonly P[] {
  const xs = Float64Array.from(samples, ({ x }) => x);
  const ys = Float64Array.from(samples, ({ y }) => y ?? NaN);
  const kept = minMaxIndexes(xs, ys, buckets);
  return kept === null ? samples : kept.flatMap((index) => samples[index] ?? []);
}

/**
 * Indexes of the samples that {@link minMaxPerBucket} keeps, ascending, for columns of numbers; NaN in `ys` is a gap.
 * Null where all are kept.
 */
export function minMaxIndexes(xs: Float64Array, ys: Float64Array, buckets: number): number[] | null {
  const { length } = xs;
  if (length === 0 || length <= 2 * buckets) return null;
  const first = xs[0] ?? 0;
  const span = (xs[length - 1] ?? 0) - first;
  const kept: number[] = [];
  let start = 0;
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const isLast = bucket === buckets - 1;
    const limit = first + (span * (bucket + 1)) / buckets;
    let [low, high, gap] = [-1, -1, -1];
    let [lowest, highest] = [Infinity, -Infinity];
    let index = start;
    for (; index < length && (isLast || (xs[index] ?? Infinity) < limit); index += 1) {
      const y = ys[index] ?? NaN;
      if (Number.isNaN(y)) gap = index;
      // The first of a bucket counts even where it is infinite.
      if (y < lowest || (low < 0 && y === lowest)) [low, lowest] = [index, y];
      if (y > highest || (high < 0 && y === highest)) [high, highest] = [index, y];
    }
    for (const one of [low, high, gap].sort((a, b) => a - b))
      if (one >= 0 && one !== kept.at(-1)) kept.push(one);
    start = index;
  }
  if (kept.at(-1) !== length - 1) kept.push(length - 1);
  if (kept[0] !== 0) kept.unshift(0);
  return kept;
}
