import type { EvaluatedProfile, SolveResponse } from '#contract/sizer/solve-response.ts';
import type { Question } from './question.ts';
import { round } from './recommendation.ts';

/** An answer without content, to be filled. */
export const NOTHING = {
  plan_type: null,
  primary_recommendation: null,
  recommendations: [],
  rejected: [],
  fit_check: null,
  evaluated_profile: null,
  scalar_results: {},
  warnings: [],
  assumptions: [],
  clarification: null,
} satisfies Partial<SolveResponse>;

/** The load, lengths and limits that a question was sized with. */
export function profileOf(question: Question): EvaluatedProfile {
  const { tokens, load, limits, growth } = question;
  return {
    conc: load.concurrencyToday ?? 1,
    isl: tokens.isl,
    osl: tokens.osl,
    source: tokens.source,
    workload_mix: tokens.mix,
    target_tokens_per_sec: load.tokensPerSecToday,
    max_latency_p99_ms: limits.p99E2eMs,
    ttft_slo_ms: limits.ttftMs,
    tpot_slo_ms:
      limits.tpotFromRateMs === null
        ? limits.tpotMs
        : round(Math.min(limits.tpotFromRateMs, limits.tpotMs ?? Infinity), 2),
    growth_pct: growth.pct,
    horizon_years: growth.years,
    growth_factor: Math.round(growth.factor * 1e6) / 1e6,
  };
}
