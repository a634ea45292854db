import type { Confidence, RecommendationSort } from '#contract/sizer/codes.ts';
import { costOn } from './constraints/budget.ts';
import type { Plan } from './plan.ts';
import type { Question } from './question.ts';
import { isViable, type Candidate } from './search.ts';

/** A candidate that meets everything. */
export type Viable = Candidate & { readonly plan: Plan };

/** Surcharge on the cost for how little is known, as a logarithm: low has to be 1.5 times cheaper than high; very_low, which
 * nothing like it was measured for, 2.7 times. */
const CONFIDENCE_SURCHARGE: Readonly<Record<Confidence, number>> = {
  high: 0,
  medium: 0.05,
  low: 0.4,
  very_low: 1,
};
/** A fit that needs the memory limit raised by hand. */
const TIGHT_SURCHARGE = 0.2;
/** A price that is a guess or missing in part. */
const GUESSED_PRICE_SURCHARGE = 0.05;
/** Splits over machines bring a network into every step. */
const SPANS_NODES_SURCHARGE = 0.1;
const EXPERIMENTAL_SURCHARGE = 0.5;
/** Among equals the faster: halving the median time of a request weighs like 1.4 % of the cost. */
const TIME_WEIGHT = 0.02;

/** The cost rows are compared on: the budget's basis where there is one, else TCO. Infinite where unknown. */
export function comparedCost(plan: Plan, question: Question): number {
  const basis = question.limits.budgetUsd === null ? 'tco' : question.limits.budgetBasis;
  return costOn(basis, plan.cost) ?? Infinity;
}

/**
 * Order of the `recommended` sort, lower is better: logarithm of the cost plus surcharges for thin evidence, tight memory,
 * guessed prices, replicas over several machines and experimental modes. Everything ranked meets every constraint.
 */
export function recommendedScore(candidate: Viable, question: Question): number {
  const cost = comparedCost(candidate.plan, question);
  // Without any price nothing can be said: behind everything that has one, fewest GPUs first.
  const base = Number.isFinite(cost) ? Math.log(Math.max(cost, 1)) : 1e3 + Math.log(candidate.plan.totalGpus);
  return (
    base +
    CONFIDENCE_SURCHARGE[candidate.refined?.confidence ?? 'low'] +
    (candidate.memory?.fit === 'tight' ? TIGHT_SURCHARGE : 0) +
    (candidate.plan.cost.pricingComplete ? 0 : GUESSED_PRICE_SURCHARGE) +
    (candidate.plan.nodes.spansNodes ? SPANS_NODES_SURCHARGE : 0) +
    (candidate.stack.workers === undefined ? 0 : EXPERIMENTAL_SURCHARGE) +
    TIME_WEIGHT * Math.log(candidate.plan.point.e2eMs)
  );
}

function sortKey(candidate: Viable, question: Question, sort: RecommendationSort): number {
  const { plan } = candidate;
  switch (sort) {
    case 'recommended':
      return recommendedScore(candidate, question);
    case 'lowest_cost':
      return comparedCost(plan, question);
    case 'fewest_gpus':
      return plan.totalGpus;
    case 'highest_throughput':
      return -plan.tokensPerSec;
    case 'lowest_latency':
      return plan.point.p99E2eMs;
    case 'lowest_power':
      return plan.cost.powerW ?? Infinity;
  }
}

/** Candidates in the asked order; equals by the recommended score, then by name. */
export function ranked<T extends Viable>(candidates: readonly T[], question: Question): T[] {
  const keyed = candidates.map((candidate) => ({
    candidate,
    key: sortKey(candidate, question, question.sort),
    score: recommendedScore(candidate, question),
  }));
  const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);
  keyed.sort(
    (a, b) =>
      compare(a.key, b.key) ||
      compare(a.score, b.score) ||
      (a.candidate.id < b.candidate.id ? -1 : a.candidate.id > b.candidate.id ? 1 : 0),
  );
  return keyed.map(({ candidate }) => candidate);
}

/** The first of each GPU × precision × framework, in order. */
export function bestOfFamilies(candidates: readonly Viable[]): Viable[] {
  const seen = new Set<string>();
  return candidates.filter(({ stack }) => {
    const family = [
      stack.model.model_code,
      stack.gpu.gpu_model,
      stack.precision,
      stack.framework,
      stack.workers !== undefined,
    ].join('/');
    if (seen.has(family)) return false;
    seen.add(family);
    return true;
  });
}

/** How far a failed candidate is from passing: failures that no load or money mends weigh most, then by how much the others miss. */
function missBy(candidate: Candidate): number {
  return candidate.failures.reduce((sum, { limit, actual }) => {
    const isHard = candidate.plan === null ? 1e3 : 0;
    return typeof limit === 'number' && typeof actual === 'number' && limit > 0 && actual > 0
      ? sum + isHard + 1 + Math.abs(Math.log(actual / limit))
      : sum + isHard + 10;
  }, 0);
}

/** The failed candidate nearest to passing; undefined for an empty list. */
export function leastFailing(candidates: readonly Candidate[]): Candidate | undefined {
  return [...candidates]
    .filter((candidate) => !isViable(candidate))
    .map((candidate) => ({ candidate, miss: missBy(candidate) }))
    .sort((a, b) => a.miss - b.miss || (a.candidate.id < b.candidate.id ? -1 : 1))[0]?.candidate;
}
