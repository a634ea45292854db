/** A figure with its 95 % interval: both ends null where there is none, the upper alone where it is unbounded. */
export interface Figure {
  readonly value: number;
  readonly lower: number | null;
  readonly upper: number | null;
}

export interface Difference {
  /** Relative to the baseline, 0.1 is ten percent more; null where the baseline is 0. */
  readonly relative: number | null;
  /** Which way it went by the direction that is better; `neutral` for figures without one. */
  readonly direction: 'better' | 'worse' | 'same' | 'neutral';
  /** `clear`: the intervals lie apart; `unclear`: they overlap; `unknown`: one of the two has no interval. */
  readonly evidence: 'clear' | 'unclear' | 'unknown';
}

/** How a figure differs from its baseline; null where either is missing. Evidence by whether the 95 % intervals overlap, which errs on the careful side. */
export function differenceFrom(
  base: Figure | null,
  figure: Figure | null,
  better: 'higher' | 'lower' | 'none',
): Difference | null {
  if (base === null || figure === null) return null;
  const by = figure.value - base.value;
  const direction =
    by === 0 ? 'same' : better === 'none' ? 'neutral' : by > 0 === (better === 'higher') ? 'better' : 'worse';
  return {
    relative: base.value === 0 ? null : by / Math.abs(base.value),
    direction,
    evidence: evidenceOf(base, figure),
  };
}

function evidenceOf(a: Figure, b: Figure): Difference['evidence'] {
  if (a.lower === null || b.lower === null) return 'unknown';
  return (a.upper ?? Infinity) < b.lower || (b.upper ?? Infinity) < a.lower ? 'clear' : 'unclear';
}

const withDecimals = (digits: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const WHOLE = withDecimals(0);
const TENTHS = withDecimals(1);
const HUNDREDTHS = withDecimals(2);

/** "+12.3 %", "−4.0 %", "0 %"; a difference from a baseline of 0 is "—". */
export function relativeText(relative: number | null): string {
  if (relative === null) return '—';
  const percent = relative * 100;
  if (percent === 0) return '0 %';
  const size = Math.abs(percent);
  const format = size >= 100 ? WHOLE : size >= 0.1 ? TENTHS : HUNDREDTHS;
  return `${percent > 0 ? '+' : '−'}${format.format(size)} %`;
}
