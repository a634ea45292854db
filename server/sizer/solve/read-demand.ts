import type { SolveFeatures } from '#contract/sizer/solve-request.ts';
import type { Finance } from './fleet-cost.ts';
import { latencyLimits } from './latency-profiles.ts';
import { DEFAULT_USD_PER_KWH, residualPct } from './money.ts';
import type { Limits, Load, Question, Tokens } from './question.ts';
import type { Notes } from './notes.ts';
import type { SolveContext } from './solve-outcome.ts';
import { DEFAULT_TOKENS, describeMix, mixTokens, WORKLOAD_PROFILES } from './workload-profiles.ts';

/** Token lengths: explicit ones win, then the mix, then the default; each default is said. */
export function readTokens(features: SolveFeatures, notes: Notes): Tokens {
  const mix = features.workload_mix ?? null;
  const isl = features.isl ?? null;
  const osl = features.osl ?? null;
  if (isl !== null && osl !== null) return { isl, osl, source: 'explicit', mix };
  const filler = mix === null ? DEFAULT_TOKENS : mixTokens(mix);
  if (mix === null) {
    const missing =
      isl === null && osl === null
        ? 'Prompt and answer lengths'
        : isl === null
          ? 'Prompt length'
          : 'Answer length';
    notes.assumptions.push(
      `${missing} not given: ${isl ?? filler.isl} tokens in and ${osl ?? filler.osl} out, the shape measured most often.`,
    );
  } else {
    const parts = Object.values(WORKLOAD_PROFILES).map(
      (profile) => `${profile.label} ${profile.isl}/${profile.osl}`,
    );
    notes.assumptions.push(
      `Workload mix (${describeMix(mix)}) read as a mean of ${filler.isl} tokens in and ${filler.osl} out; lengths a category are our assumption (${parts.join(', ')}).`,
    );
  }
  const source = isl !== null || osl !== null ? 'explicit' : mix === null ? 'default' : 'workload_mix';
  return { isl: isl ?? filler.isl, osl: osl ?? filler.osl, source, mix };
}

/** The fleet's throughput target: as given, else scaled from the rate of a user or request. */
function fleetTarget(features: SolveFeatures, notes: Notes): number | null {
  if (features.target_tokens_per_sec != null) return features.target_tokens_per_sec;
  const users = features.active_users_peak ?? null;
  const conc = features.conc ?? null;
  const scaled = (rate: number, count: number, of: string) => {
    notes.assumptions.push(`Throughput target ${rate * count} tokens/s: ${rate} for each of ${count} ${of}.`);
    return rate * count;
  };
  const perUser =
    features.target_tokens_per_sec_per_user ?? features.target_tokens_per_sec_per_user_request ?? null;
  if (perUser !== null) {
    if (users !== null) return scaled(perUser, users, 'peak users');
    if (conc !== null) return scaled(perUser, conc, 'requests in flight, one a user');
  }
  const perRequest = features.target_tokens_per_sec_per_request ?? null;
  if (perRequest !== null && conc !== null) return scaled(perRequest, conc, 'requests in flight');
  if (perRequest !== null && users !== null) return scaled(perRequest, users, 'peak users, one request each');
  return null;
}

/** What the deployment must carry. Concurrency is over the whole deployment. */
export function readLoad(
  features: SolveFeatures,
  factor: number,
  kind: Question['kind'],
  notes: Notes,
): Load {
  const target = kind === 'plan' ? fleetTarget(features, notes) : null;
  if (kind === 'model_fit') {
    notes.assumptions.push('model_fit looks at memory only: one replica with one request at a time.');
    return {
      isGiven: false,
      concurrency: 1,
      concurrencyToday: 1,
      tokensPerSec: null,
      tokensPerSecToday: null,
    };
  }
  const users = features.active_users_peak ?? null;
  let concurrency = features.conc ?? null;
  if (concurrency === null && users !== null) {
    concurrency = users;
    notes.assumptions.push(
      `Each of the ${users} peak users has one request in flight (no concurrency given).`,
    );
  }
  const isGiven = concurrency !== null || target !== null;
  if (!isGiven) {
    concurrency = 1;
    notes.assumptions.push(
      kind === 'plan'
        ? 'No load was given (concurrency, users or throughput): the answer is the smallest deployment that holds the model, with its figures for one request at a time.'
        : 'Concurrency not given: figures are for one request at a time.',
    );
  } else if (concurrency !== null && features.conc != null && kind === 'plan') {
    notes.assumptions.push(`Concurrency ${features.conc} counts over the whole deployment, not by replica.`);
  }
  return {
    isGiven,
    concurrencyToday: concurrency,
    tokensPerSecToday: target,
    concurrency: concurrency === null ? null : isGiven ? Math.ceil(concurrency * factor - 1e-9) : concurrency,
    tokensPerSec: target === null ? null : target * factor,
  };
}

/** Latency, budget and node limits. Without any latency wish a plan keeps the production profile where something can. */
export function readLimits(
  features: SolveFeatures,
  isl: number,
  kind: Question['kind'],
  load: Load,
  notes: Notes,
): Limits {
  const rates = [
    features.target_tokens_per_sec_per_user,
    features.target_tokens_per_sec_per_request,
    features.target_tokens_per_sec_per_user_request,
  ].filter((rate): rate is number => rate != null);
  const tpotFromRateMs = rates.length === 0 ? null : 1_000 / Math.max(...rates);
  const p99E2eMs = features.max_latency_p99_ms ?? null;
  const isOwnLimit = tpotFromRateMs !== null || p99E2eMs !== null;
  const isGoal = features.sizing_goal === 'meet_latency_slo';
  const needsProfile =
    features.latency_slo == null && !isOwnLimit && kind === 'plan' && (load.isGiven || isGoal);
  const isProfileAssumed = needsProfile && !isGoal;
  const profile = kind !== 'plan' ? null : (features.latency_slo ?? (needsProfile ? 'production' : null));
  const slo = profile === null ? { ttftMs: null, tpotMs: null } : latencyLimits(profile, isl);
  if (needsProfile && slo.ttftMs !== null && slo.tpotMs !== null) {
    notes.assumptions.push(
      `Latency profile production assumed: median TTFT up to ${slo.ttftMs} ms and ${slo.tpotMs} ms a token.`,
    );
  }
  if (tpotFromRateMs !== null) {
    notes.assumptions.push(
      `A rate of ${Math.max(...rates)} tokens/s a user means at most ${tpotFromRateMs.toFixed(1)} ms a token.`,
    );
  }
  const budgetUsd = kind === 'plan' ? (features.budget_usd ?? null) : null;
  if (budgetUsd !== null && features.budget_basis == null) {
    notes.assumptions.push('The budget is compared with capex (no budget_basis given).');
  }
  return {
    ttftMs: slo.ttftMs,
    tpotMs: slo.tpotMs,
    tpotFromRateMs,
    p99E2eMs: kind === 'plan' ? p99E2eMs : null,
    profile,
    isProfileAssumed,
    budgetUsd,
    budgetBasis: features.budget_basis ?? 'capex',
    maxNodes: kind === 'plan' ? (features.max_nodes ?? null) : null,
  };
}

/** Prices of energy, horizon and residual value. */
export function readFinance(features: SolveFeatures, context: SolveContext, years: number): Finance {
  return {
    usdPerKwh: features.usd_per_kwh ?? context.usdPerKwh ?? DEFAULT_USD_PER_KWH,
    coloUsdPerKwMonth: context.coloUsdPerKwMonth ?? null,
    horizonYears: years,
    residualPct: features.residual_pct ?? residualPct(years),
  };
}
