import { quantile, sorted } from '#lib/statistics.ts';
import type { Figure } from './intervals.ts';

/** Absolute percentage errors of a figure over some points. */
export interface ErrorSummary {
  readonly n: number;
  readonly mape: number;
  readonly median: number;
  readonly p90: number;
}

/** Figures that scores are given in; end to end follows from the first two. */
export const SCORED_FIGURES = ['ttftMs', 'tpotMs', 'tokensPerSecPerGpu'] as const satisfies readonly Figure[];
export type ScoredFigure = (typeof SCORED_FIGURES)[number];

/** Mean, median and p90 of |predicted / measured − 1|, percent, of logarithms of measured over predicted; null without points. */
function summariseErrors(logs: readonly number[]): ErrorSummary | null {
  const errors = sorted(logs.map((log) => 100 * Math.abs(Math.exp(-log) - 1)));
  if (errors.length === 0) return null;
  const mape = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  return { n: errors.length, mape, median: quantile(errors, 0.5) ?? 0, p90: quantile(errors, 0.9) ?? 0 };
}

/** Summaries of each scored figure. */
export function summariseFigures(
  logs: readonly Readonly<Record<Figure, number>>[],
): Record<ScoredFigure, ErrorSummary | null> {
  const summary = (figure: ScoredFigure) => summariseErrors(logs.map((log) => log[figure]));
  return {
    ttftMs: summary('ttftMs'),
    tpotMs: summary('tpotMs'),
    tokensPerSecPerGpu: summary('tokensPerSecPerGpu'),
  };
}
