/** Least number of samples for a tail percentile to say anything; below it the answer is null. */
const MINIMUM_SAMPLES = [
  { above: 0.99, samples: 1000 },
  { above: 0.95, samples: 100 },
] as const;

/** Anything indexable that holds numbers. */
export type Samples = ArrayLike<number>;

/** Arithmetic mean, or null without samples. */
export function mean(samples: Samples): number | null {
  if (samples.length === 0) return null;
  let sum = 0;
  for (let i = 0; i < samples.length; i++) sum += samples[i] ?? 0;
  return sum / samples.length;
}

/** Population standard deviation (divides by n, as `numpy.std` and so `vllm bench serve` do), or null without samples. */
export function standardDeviation(samples: Samples): number | null {
  const average = mean(samples);
  if (average === null) return null;
  let sum = 0;
  for (let i = 0; i < samples.length; i++) sum += ((samples[i] ?? 0) - average) ** 2;
  return Math.sqrt(sum / samples.length);
}

/** A sorted copy, ascending by value. */
export function sorted(samples: Samples): Float64Array {
  return Float64Array.from(samples).sort();
}

/**
 * Quantile `q` in [0, 1] of ascending samples by linear interpolation between closest ranks
 * (`numpy.percentile` default; type 7 of Hyndman and Fan 1996). Null without samples; throws RangeError outside [0, 1].
 */
export function quantile(ascending: Samples, q: number): number | null {
  if (!(q >= 0 && q <= 1)) throw new RangeError(`quantile ${q} is not in [0, 1]`);
  const n = ascending.length;
  if (n === 0) return null;
  const rank = q * (n - 1);
  const below = Math.floor(rank);
  const low = ascending[below] ?? 0;
  const high = ascending[Math.min(below + 1, n - 1)] ?? low;
  return low + (high - low) * (rank - below);
}

/**
 * As `quantile`, but null where too few samples stand behind the tail: above p95 fewer than 100, above p99 fewer
 * than 1000 (one sample in the tail is then an accident, not a percentile). `population` is the number of
 * observations where the array is only a sample of them.
 */
export function tailQuantile(ascending: Samples, q: number, population = ascending.length): number | null {
  for (const { above, samples } of MINIMUM_SAMPLES) if (q > above && population < samples) return null;
  return quantile(ascending, q);
}
