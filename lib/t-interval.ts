import { mean, type Samples } from './statistics.ts';

/** Quantile 0.975 of Student's t for 1 to 30 degrees of freedom. */
const QUANTILES = [
  12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139,
  2.200985, 2.178813, 2.160369, 2.144787, 2.13145, 2.119905, 2.109816, 2.100922, 2.093024, 2.085963, 2.079614,
  2.073873, 2.068658, 2.063899, 2.059539, 2.055529, 2.051831, 2.048407, 2.04523, 2.042272,
] as const;

/** Quantile 0.975 of Student's t, as `core.t_975` of the database has it; null for less than one degree of freedom. */
export function t975(degrees: number): number | null {
  if (!(degrees >= 1)) return null;
  // Cornish-Fisher to the third order; off by less than 3e-6 from 31 degrees on.
  return (
    QUANTILES[degrees - 1] ?? 1.959964 + 2.372273 / degrees + 2.822499 / degrees ** 2 + 2.55585 / degrees ** 3
  );
}

/** A mean with its 95 % t-interval; the ends are null for a single sample, all is null for none. The lower end is never below 0. */
export function meanInterval(
  samples: Samples,
): { value: number; lower: number | null; upper: number | null } | null {
  const value = mean(samples);
  if (value === null) return null;
  const degrees = samples.length - 1;
  const quantile = t975(degrees);
  if (quantile === null) return { value, lower: null, upper: null };
  let squares = 0;
  for (let at = 0; at < samples.length; at += 1) squares += ((samples[at] ?? value) - value) ** 2;
  const half = quantile * Math.sqrt(squares / degrees / samples.length);
  return { value, lower: Math.max(0, value - half), upper: value + half };
}
