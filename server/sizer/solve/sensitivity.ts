import type { SensitivityPoint } from '#contract/sizer/solve-response.ts';
import { growthFactor } from './money.ts';
import { fastPerformance, operatingPoint, type OperatingPoint } from './performance.ts';
import type { Plan } from './plan.ts';
import type { Question } from './question.ts';
import { quickCandidate, rejudge, type Candidate, type SearchParts } from './search.ts';

/** Steps of an input: half and double. */
const STEPS = [0.5, 2] as const;

function pointOf(input: string, value: number, candidate: Candidate): SensitivityPoint {
  const { plan } = candidate;
  const isViable = plan !== null && candidate.failures.length === 0;
  return {
    input,
    value,
    gpus_needed: isViable ? plan.totalGpus : null,
    nodes_needed: isViable ? plan.nodes.nodes : null,
    expected_tps_total: isViable ? Math.round(plan.tokensPerSec * 10) / 10 : null,
    expected_p99_e2e_ms: isViable ? Math.round(plan.point.p99E2eMs) : null,
    capex_usd: isViable && plan.cost.capexUsd !== null ? Math.round(plan.cost.capexUsd) : null,
    viable: isViable,
  };
}

function withLoad(question: Question, factor: number): Question {
  const { load } = question;
  return {
    ...question,
    load: {
      ...load,
      concurrency:
        load.concurrencyToday === null ? null : Math.max(1, Math.ceil(load.concurrencyToday * factor - 1e-9)),
      tokensPerSec: load.tokensPerSecToday === null ? null : load.tokensPerSecToday * factor,
    },
  };
}

/** The fast physics of other token lengths, corrected by what the whole model says of the planned ones. */
function shifted(
  candidate: Candidate & { readonly plan: Plan },
  changed: Question,
  /** The fast physics at the planned load. */
  reference: OperatingPoint | null,
  parts: SearchParts,
): Candidate {
  const { stack, plan } = candidate;
  if (reference === null) return quickCandidate(stack, changed, parts);
  const ttft = plan.point.ttftMs / reference.ttftMs;
  const tpot = plan.point.tpotMs / reference.tpotMs;
  return quickCandidate(stack, changed, parts, false, (fast) => ({
    at(concurrency) {
      const point = fast.at(concurrency);
      return point === null
        ? null
        : operatingPoint(point.ttftMs * ttft, point.tpotMs * tpot, changed.tokens.osl, concurrency);
    },
  }));
}

/** What half and double of each input, and each year of the horizon, do to a plan. Same stack, sized anew under the same limits. */
export function sensitivityPoints(
  candidate: Candidate & { readonly plan: Plan },
  question: Question,
  parts: SearchParts,
): SensitivityPoint[] {
  const points: SensitivityPoint[] = [];
  const { load, growth, tokens } = question;
  const { concurrencyToday, tokensPerSecToday } = load;
  if (concurrencyToday !== null && tokensPerSecToday === null) {
    for (const step of STEPS) {
      const conc = Math.max(1, Math.round(concurrencyToday * step));
      if (conc === concurrencyToday) continue;
      const changed = withLoad({ ...question, load: { ...load, concurrencyToday: conc } }, growth.factor);
      points.push(pointOf('conc', conc, rejudge(candidate, changed, parts)));
    }
  }
  if (tokensPerSecToday !== null) {
    for (const step of STEPS) {
      const changed = withLoad(question, growth.factor * step);
      points.push(
        pointOf('target_tokens_per_sec', tokensPerSecToday * step, rejudge(candidate, changed, parts)),
      );
    }
  }
  const reference = fastPerformance(parts.predictor, candidate.stack, question).at(
    candidate.plan.concurrencyPerReplica,
  );
  for (const input of ['isl', 'osl'] as const) {
    for (const step of STEPS) {
      const value = Math.max(1, Math.round(tokens[input] * step));
      const changed = { ...question, tokens: { ...tokens, [input]: value } };
      points.push(pointOf(input, value, shifted(candidate, changed, reference, parts)));
    }
  }
  if (growth.pct !== 0) {
    // Buying by stages: what each year's load takes.
    for (let year = 0; year <= Math.ceil(growth.years); year++) {
      const at = Math.min(year, growth.years);
      const changed = withLoad(question, growthFactor(growth.pct, at));
      points.push(pointOf('year', at, rejudge(candidate, changed, parts)));
    }
  }
  return points;
}
