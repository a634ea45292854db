import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { ApiError } from '#contract/errors.ts';
import type { PriceOverride } from '#contract/sizer/service.ts';
import type { SolveResponse } from '#contract/sizer/solve-response.ts';
import type { Predictor } from '../calibration/predictor.ts';
import type { SizerError } from '../sizer-error.ts';

/** What the asking workspace brings along: its prices, models, money settings and, once trained, its own predictor. */
export interface SolveContext {
  readonly prices?: readonly PriceOverride[];
  /** Models of the workspace, beside the catalog's. */
  readonly models?: readonly AiModelFact[];
  readonly usdPerKwh?: number | null;
  /** A colocation price contains the electricity, so it replaces it. */
  readonly coloUsdPerKwMonth?: number | null;
  readonly predictor?: Predictor;
}

/** An answer, or the reason why there is none: a sizer error, or `validation_failed` for a body that cannot be read. */
export type SolveOutcome = SolveResponse | SizerError | ApiError;

/** True for an answer. */
export function isAnswer(outcome: SolveOutcome): outcome is SolveResponse {
  return !(outcome instanceof Error);
}

/** The sizing function: pure, same request, context and artifact give the same answer. */
export interface Solver {
  solve(request: unknown, context?: SolveContext): SolveOutcome;
}
