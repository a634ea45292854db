import type { LatencySlo } from '#contract/sizer/codes.ts';
import type { FeatureChange } from '#contract/sizer/error-details.ts';
import type { ConstraintFailure, Relaxation } from '#contract/sizer/solve-response.ts';
import type { SolveFeatures } from '#contract/sizer/solve-request.ts';
import { say } from './constraints/constraint.ts';
import { UTILISATION_HEADROOM, type Plan } from './plan.ts';
import type { Question } from './question.ts';
import type { Candidate } from './search.ts';
import { gpusOfStack } from './stack.ts';

type Feature = keyof SolveFeatures;

/** One change of one feature, with how large it is: the logarithm of the factor, plus a toll for changing what was asked for. */
interface Proposal {
  readonly feature: Feature;
  readonly to: unknown;
  readonly size: number;
}

/** Less load is a different question, a filter given up a different wish: dearer than giving a limit way. */
const LESS_LOAD_TOLL = 0.5;
const FILTER_TOLL = 1;
const DROP_TOLL = 3;

/** The next number of three significant digits that is not below. */
export function roundUp3(value: number): number {
  if (value <= 0) return 0;
  const step = 10 ** (Math.floor(Math.log10(value)) - 2);
  const rounded = Math.ceil(value / step - 1e-9) * step;
  return step >= 1 ? Math.round(rounded) : Number(rounded.toPrecision(3));
}

/** The next number of three significant digits that is not above. */
export function roundDown3(value: number): number {
  if (value <= 0) return 0;
  const step = 10 ** (Math.floor(Math.log10(value)) - 2);
  return Number((Math.floor(value / step + 1e-9) * step).toPrecision(12));
}

function ratio(to: number, from: number | null | undefined): number {
  return from == null || from <= 0 || to <= 0 ? 1 : Math.abs(Math.log(to / from));
}

function drop(question: Question, toll: number, ...features: Feature[]): Proposal[] {
  return features
    .filter((feature) => question.features[feature] != null)
    .map((feature) => ({ feature, to: null, size: toll }));
}

const LOOSER: Readonly<Partial<Record<LatencySlo, LatencySlo>>> = {
  strict: 'production',
  production: 'batch',
};

/** Load that fits into `replicas` replicas, per day-one unit. */
function lessLoad(question: Question, plan: Plan, replicas: number): Proposal[] {
  const { features, growth } = question;
  if (replicas < 1) return [];
  const found: Proposal[] = [];
  const usable = Math.max(1, Math.floor(UTILISATION_HEADROOM * plan.maxConcurrencyPerReplica + 1e-9));
  if (features.conc != null) {
    const conc = Math.floor((replicas * usable) / growth.factor);
    if (conc >= 1 && conc < features.conc) {
      found.push({ feature: 'conc', to: conc, size: LESS_LOAD_TOLL + ratio(conc, features.conc) });
    }
  } else if (features.active_users_peak != null) {
    const users = Math.floor((replicas * usable) / growth.factor);
    if (users >= 1 && users < features.active_users_peak) {
      found.push({
        feature: 'active_users_peak',
        to: users,
        size: LESS_LOAD_TOLL + ratio(users, features.active_users_peak),
      });
    }
  }
  if (features.target_tokens_per_sec != null && plan.replicas > 0) {
    const perReplica = (UTILISATION_HEADROOM * plan.capacityTokensPerSec) / plan.replicas;
    const target = roundDown3((replicas * perReplica) / growth.factor);
    if (target > 0 && target < features.target_tokens_per_sec) {
      found.push({
        feature: 'target_tokens_per_sec',
        to: target,
        size: LESS_LOAD_TOLL + ratio(target, features.target_tokens_per_sec),
      });
    }
  }
  return found;
}

function moreGpus(question: Question, plan: Plan | null, candidate: Candidate): Proposal[] {
  const { gpu_count } = question.features;
  if (gpu_count == null) return drop(question, FILTER_TOLL, 'num_decode_gpu', 'num_prefill_gpu');
  const g = gpusOfStack(candidate.stack);
  const found: Proposal[] = [];
  const start = plan === null ? g : plan.totalGpus + g;
  for (
    let total = Math.max(g, Math.ceil(start / g) * g), step = 0;
    step < 6;
    step++, total += g * 2 ** (step - 1)
  ) {
    found.push({ feature: 'gpu_count', to: total, size: ratio(total, gpu_count) });
  }
  return [...found, ...drop(question, FILTER_TOLL, 'gpu_count')];
}

function latencyProposals(candidate: Candidate, plan: Plan, question: Question): Proposal[] {
  const { limits, features } = question;
  const { point } = plan;
  const found: Proposal[] = [];
  if (limits.p99E2eMs !== null && point.p99E2eMs > limits.p99E2eMs) {
    const to = roundUp3(point.p99E2eMs);
    found.push({ feature: 'max_latency_p99_ms', to, size: ratio(to, limits.p99E2eMs) });
  }
  const isTtftOver = limits.ttftMs !== null && point.ttftMs > limits.ttftMs;
  const isTpotOver = limits.tpotMs !== null && point.tpotMs > limits.tpotMs;
  if ((isTtftOver || isTpotOver) && limits.profile !== null) {
    for (let next = LOOSER[limits.profile]; next !== undefined; next = LOOSER[next]) {
      found.push({ feature: 'latency_slo', to: next, size: next === 'batch' ? 1.5 : FILTER_TOLL });
    }
  }
  if (limits.tpotFromRateMs !== null && point.tpotMs > limits.tpotFromRateMs) {
    const rate = roundDown3(1_000 / point.tpotMs);
    for (const feature of [
      'target_tokens_per_sec_per_user',
      'target_tokens_per_sec_per_request',
      'target_tokens_per_sec_per_user_request',
    ] as const) {
      if (features[feature] != null) {
        found.push({ feature, to: rate, size: LESS_LOAD_TOLL + ratio(rate, features[feature]) });
      }
    }
  }
  if (question.fixed.totalGpus !== null) {
    found.push(...moreGpus(question, plan, candidate));
    const conc = Math.floor((plan.maxConcurrencyPerReplica * plan.replicas) / question.growth.factor);
    if (features.conc != null && conc >= 1 && conc < features.conc) {
      found.push({ feature: 'conc', to: conc, size: LESS_LOAD_TOLL + ratio(conc, features.conc) });
    }
  }
  return found;
}

function proposalsFor(entry: ConstraintFailure, candidate: Candidate, question: Question): Proposal[] {
  const { plan, stack } = candidate;
  const { features, limits } = question;
  switch (entry.constraint) {
    case 'framework':
      return drop(question, FILTER_TOLL, 'framework');
    case 'precision':
      return drop(question, FILTER_TOLL, 'precision');
    case 'coverage':
      return drop(question, FILTER_TOLL, 'precision', 'framework');
    case 'context': {
      const isl = stack.model.max_context - question.tokens.osl;
      return isl < 1
        ? []
        : [{ feature: 'isl', to: isl, size: LESS_LOAD_TOLL + ratio(isl, question.tokens.isl) }];
    }
    case 'parallelism':
      return drop(question, FILTER_TOLL, 'decode_tp', 'ep', 'dp_attention', 'pp');
    case 'hardware':
      return moreGpus(question, null, candidate);
    case 'memory': {
      const narrower = (['fp8', 'fp4', 'int4'] as const)
        .filter((precision) => question.precision !== null && precision !== question.precision)
        .map((precision, index): Proposal => ({
          feature: 'precision',
          to: precision,
          size: FILTER_TOLL + 0.1 * index,
        }));
      return [
        ...(features.gpu_count == null ? [] : moreGpus(question, null, candidate)),
        ...narrower,
        ...drop(question, FILTER_TOLL + 0.2, 'decode_tp', 'num_decode_gpu', 'ep', 'dp_attention', 'pp'),
      ];
    }
    case 'latency':
      return plan === null ? [] : latencyProposals(candidate, plan, question);
    case 'throughput': {
      if (plan === null) return [];
      const target = roundDown3(plan.tokensPerSec / question.growth.factor);
      const own: Proposal[] =
        features.target_tokens_per_sec == null || target <= 0
          ? []
          : [
              {
                feature: 'target_tokens_per_sec',
                to: target,
                size: ratio(target, features.target_tokens_per_sec),
              },
            ];
      return [...own, ...(question.fixed.totalGpus === null ? [] : moreGpus(question, plan, candidate))];
    }
    case 'inventory': {
      if (plan === null) return [];
      const rows = (features.available_inventory ?? []).map((row) => ({ ...row }));
      const first = rows.find((row) => row.gpu_model === stack.gpu.gpu_model) ?? rows[0];
      if (first === undefined) return [];
      const before = question.inventory?.get(stack.gpu.gpu_model)?.count ?? 0;
      const from = first.count;
      first.count = from + plan.totalGpus - before;
      return [
        { feature: 'available_inventory', to: rows, size: ratio(plan.totalGpus, before) },
        ...lessLoad(question, plan, Math.floor(before / plan.gpusPerReplica)),
      ];
    }
    case 'nodes': {
      if (plan === null || limits.maxNodes === null) return [];
      const to = plan.nodes.nodes;
      const perNode = Math.max(1, Math.floor(plan.replicas / to));
      return [
        { feature: 'max_nodes', to, size: ratio(to, limits.maxNodes) },
        ...lessLoad(question, plan, plan.nodes.spansNodes ? 0 : limits.maxNodes * perNode),
      ];
    }
    case 'budget': {
      if (plan === null || limits.budgetUsd === null) return [];
      if (typeof entry.actual !== 'number') {
        const other = limits.budgetBasis === 'opex_annual' ? 'tco' : 'opex_annual';
        return [
          { feature: 'budget_basis', to: other, size: FILTER_TOLL },
          { feature: 'budget_usd', to: null, size: DROP_TOLL },
        ];
      }
      const to = roundUp3(entry.actual);
      const affordable = Math.floor((plan.replicas * limits.budgetUsd) / entry.actual);
      return [
        { feature: 'budget_usd', to, size: ratio(to, limits.budgetUsd) },
        ...(affordable < plan.replicas ? lessLoad(question, plan, affordable) : []),
      ];
    }
    default:
      return [];
  }
}

function sayValue(value: unknown): string {
  if (typeof value === 'number') return say(value);
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) {
    return value
      .map((row: unknown) => {
        const { gpu_model, count } = row as { gpu_model?: string; count?: number };
        return gpu_model === undefined ? String(row) : `${count ?? 0} × ${gpu_model}`;
      })
      .join(', ');
  }
  return 'not set';
}

function sayChange({ feature, from, to }: FeatureChange): string {
  if (to === null) return `remove ${feature}${from === null ? '' : ` (${sayValue(from)})`}`;
  const was = from === null ? '' : ` from ${sayValue(from)}`;
  return `set ${feature}${was} to ${sayValue(to)}`;
}

/** Most changes verified for one candidate. */
const MOST_TRIED = 12;

/** A relaxation with its size, to choose the smallest of several. */
export interface SizedRelaxation {
  readonly relaxation: Relaxation;
  readonly size: number;
}

/**
 * The smallest single change, or pair of changes, with which `passes` says that the candidate passes; null when none does.
 * Proposals come from what failed, in order of size; each is verified before it is offered.
 */
export function smallestRelaxation(
  candidate: Candidate,
  question: Question,
  passes: (changes: readonly FeatureChange[]) => boolean,
): SizedRelaxation | null {
  const byFailure = candidate.failures.map((entry) => proposalsFor(entry, candidate, question));
  const asChange = ({ feature, to }: Proposal): FeatureChange => ({
    feature,
    from: question.features[feature] ?? (feature === 'latency_slo' ? question.limits.profile : null),
    to,
  });
  const singles = byFailure.flat().map((proposal) => [proposal]);
  const pairs = byFailure.flatMap((first, index) =>
    byFailure
      .slice(index + 1)
      .flat()
      .flatMap((second) => first.filter((one) => one.feature !== second.feature).map((one) => [one, second])),
  );
  const sizeOf = (proposals: readonly Proposal[]) => proposals.reduce((sum, { size }) => sum + size, 0);
  const inOrder = (sets: Proposal[][]) =>
    sets.sort((a, b) => sizeOf(a) - sizeOf(b) || ((a[0]?.feature ?? '') < (b[0]?.feature ?? '') ? -1 : 1));
  let tried = 0;
  for (const proposals of [...inOrder(singles), ...(candidate.failures.length > 1 ? inOrder(pairs) : [])]) {
    if (tried++ >= MOST_TRIED) return null;
    const changes = proposals.map(asChange);
    if (!passes(changes)) continue;
    const sentence = changes.map(sayChange).join(' and ');
    return {
      relaxation: { message: `${sentence[0]?.toUpperCase() ?? ''}${sentence.slice(1)}.`, changes },
      size: sizeOf(proposals) + (proposals.length - 1),
    };
  }
  return null;
}
