import type { Confidence } from '#contract/sizer/codes.ts';
import type { Estimate } from '#contract/sizer/solve-response.ts';
import { quantile, sorted } from '#lib/statistics.ts';
import type { HeldOut } from './cross-validation.ts';
import { rates, type PointEstimate } from './trained-core.ts';

/** Figures that have an interval. */
export const FIGURES = ['ttftMs', 'tpotMs', 'e2eMs', 'tokensPerSecPerGpu'] as const;
export type Figure = (typeof FIGURES)[number];

/** Likeness at which each class begins. */
export const CONFIDENCE_FROM: readonly { readonly confidence: Confidence; readonly from: number }[] = [
  { confidence: 'high', from: 0.8 },
  { confidence: 'medium', from: 0.5 },
  { confidence: 'low', from: 0.1 },
  { confidence: 'very_low', from: 0 },
];

/** Lower ends of the bins that intervals are calibrated in: classes cut finer, where points are many. */
const BIN_FROM = [0, 0.05, 0.1, 0.2, 0.35, 0.5, 0.6, 0.7, 0.8, 0.84, 0.88, 0.95] as const;

/** Shares of held-out points below and above a stated interval. */
const TAIL = 0.1;
/** Fewest held-out points that a bin's quantiles are read from; smaller bins join the one below. */
const LEAST_POINTS = 60;

/** Ends of the 80 % interval as logarithms of measured / predicted, by figure. */
export type Ends = Readonly<Record<Figure, readonly [number, number]>>;

export interface IntervalBin {
  /** Likeness from which the bin holds, up to the next bin. */
  readonly from: number;
  readonly points: number;
  /** Logarithm that TTFT (without waiting) is moved by: scattered figures have their least mean relative error below their middle. */
  readonly ttftShift: number;
  readonly ends: Ends;
}

/** Logarithm of measured over predicted of each figure. */
export function logErrors({ row, estimate }: HeldOut): Record<Figure, number> {
  const measured = rates(row.point, row.ttftMs, row.tpotMs);
  return {
    ttftMs: Math.log(measured.ttftMs / estimate.ttftMs),
    tpotMs: Math.log(measured.tpotMs / estimate.tpotMs),
    e2eMs: Math.log(measured.e2eMs / estimate.e2eMs),
    tokensPerSecPerGpu: Math.log(measured.tokensPerSecPerGpu / estimate.tokensPerSecPerGpu),
  };
}

/**
 * Intervals that hold 80 % of held-out points: the 10 % and 90 % quantiles of their logarithmic errors in bins of likeness
 * (split conformal prediction by group; V. Vovk et al., Algorithmic Learning in a Random World, 2005).
 */
export function calibrateIntervals(heldOut: readonly HeldOut[]): IntervalBin[] {
  const binned = BIN_FROM.map((from, i) => {
    const to = BIN_FROM[i + 1] ?? Infinity;
    return {
      from,
      members: heldOut.filter(({ estimate }) => estimate.similarity >= from && estimate.similarity < to),
    };
  });
  for (let i = binned.length - 1; i > 0; i--) {
    const bin = binned[i];
    const below = binned[i - 1];
    if (bin === undefined || below === undefined || bin.members.length >= LEAST_POINTS) continue;
    below.members.push(...bin.members);
    binned.splice(i, 1);
  }
  return binned.map(({ from, members }) => {
    const ttftShift = leastErrorShift(members.map((member) => logErrors(member).ttftMs));
    const errors = members.map(({ row, estimate }) =>
      logErrors({ row, estimate: shifted(estimate, row.point, ttftShift) }),
    );
    const end = (figure: Figure): [number, number] => {
      const ascending = sorted(errors.map((error) => error[figure]));
      return [quantile(ascending, TAIL) ?? -1, quantile(ascending, 1 - TAIL) ?? 1];
    };
    return {
      from,
      points: members.length,
      ttftShift,
      ends: Object.fromEntries(FIGURES.map((figure) => [figure, end(figure)])) as unknown as Ends,
    };
  });
}

/** Shifts that are tried, in steps of 0.01. */
const MOST_SHIFT = 0.4;

/** The shift of predictions that has the least mean relative error for logarithms of measured over predicted; never upwards. */
export function leastErrorShift(logs: readonly number[]): number {
  let best = { shift: 0, error: Infinity };
  for (let step = 0; step <= MOST_SHIFT * 100; step++) {
    const shift = step === 0 ? 0 : -step / 100;
    let error = 0;
    for (const log of logs) error += Math.abs(Math.exp(shift - log) - 1);
    if (error < best.error) best = { shift, error };
  }
  return best.shift;
}

/** An estimate with its TTFT moved by a bin's shift; waiting for a slot is not moved. */
export function shifted(
  estimate: PointEstimate,
  point: Parameters<typeof rates>[0],
  ttftShift: number,
): PointEstimate {
  const ttftMs = estimate.waitMs + (estimate.ttftMs - estimate.waitMs) * Math.exp(ttftShift);
  return { ...estimate, ...rates(point, ttftMs, estimate.tpotMs) };
}

/** Confidence class of a likeness. */
export function confidenceOf(similarity: number): Confidence {
  return CONFIDENCE_FROM.find(({ from }) => similarity >= from)?.confidence ?? 'very_low';
}

/** The bin that a likeness falls into. */
export function binOf(bins: readonly IntervalBin[], similarity: number): IntervalBin | null {
  let found: IntervalBin | null = bins[0] ?? null;
  for (const bin of bins) if (similarity >= bin.from) found = bin;
  return found;
}

/** A figure with its interval; `widening` stretches the interval's logarithm. */
export function withInterval(value: number, bin: IntervalBin | null, figure: Figure, widening = 1): Estimate {
  if (bin === null) return { value, low: null, high: null };
  const [low, high] = bin.ends[figure];
  return {
    value,
    low: value * Math.exp(Math.min(low * widening, 0)),
    high: value * Math.exp(Math.max(high * widening, 0)),
  };
}
