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
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || samples.length <= 2 * buckets) return samples;
  const span = last.x - first.x;
  const kept: P[] = [];
  let start = 0;
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const isLast = bucket === buckets - 1;
    const limit = first.x + (span * (bucket + 1)) / buckets;
    let end = start;
    while (end < samples.length && (isLast || (samples[end]?.x ?? Infinity) < limit)) end += 1;
    kept.push(...extremes(samples.slice(start, end)));
    start = end;
  }
  if (kept.at(-1) !== last) kept.push(last);
  if (kept[0] !== first) kept.unshift(first);
  return kept;
}

function extremes<P extends Sample>(bucket: readonly P[]): P[] {
  let [low, high, gap] = [-1, -1, -1];
  bucket.forEach(({ y }, index) => {
    if (y === null) {
      gap = index;
      return;
    }
    const [lowest, highest] = [bucket[low]?.y ?? Infinity, bucket[high]?.y ?? -Infinity];
    if (low < 0 || y < lowest) low = index;
    if (high < 0 || y > highest) high = index;
  });
  return [...new Set([low, high, gap])]
    .filter((index) => index >= 0)
    .sort((a, b) => a - b)
    .flatMap((index) => bucket[index] ?? []);
}
