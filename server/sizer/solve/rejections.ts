import type { NoViableDetails } from '#contract/sizer/error-details.ts';
import type { Rejected } from '#contract/sizer/solve-response.ts';
import { SizerError } from '../sizer-error.ts';
import type { Question } from './question.ts';
import { isClarification, readRequest } from './read-request.ts';
import { candidateId } from './recommendation.ts';
import { smallestRelaxation, type SizedRelaxation } from './relaxation.ts';
import { isViable, rejudge, type Candidate } from './search.ts';
import { withChanges, type Session } from './session.ts';
import { quickResult, refinedResult } from './solve-gpu.ts';
import { trainingRequired } from './training-required.ts';

/** Failures that say "not covered" rather than "too tight". */
const COVERAGE_CONSTRAINTS: ReadonlySet<string> = new Set(['coverage', 'framework', 'precision']);

/** Features whose change leaves the stack's own figures as they are. */
const LIMIT_FEATURES: ReadonlySet<string> = new Set([
  'budget_usd',
  'budget_basis',
  'max_nodes',
  'max_latency_p99_ms',
  'latency_slo',
  'gpu_count',
  'conc',
  'active_users_peak',
  'target_tokens_per_sec',
  'target_tokens_per_sec_per_user',
  'target_tokens_per_sec_per_request',
  'target_tokens_per_sec_per_user_request',
  'available_inventory',
]);

/** The smallest change with which a candidate passes, verified by judging it, or its GPU model, again. */
export function relaxationOf(
  candidate: Candidate,
  question: Question,
  session: Session,
): SizedRelaxation | null {
  const { stack } = candidate;
  return smallestRelaxation(candidate, question, (changes) => {
    const changed = readRequest(withChanges(session.body, changes), session.catalog, session.context);
    if (changed instanceof Error || isClarification(changed)) return false;
    if (candidate.plan !== null && changes.every(({ feature }) => LIMIT_FEATURES.has(feature))) {
      return isViable(rejudge(candidate, changed, session.parts));
    }
    const result = quickResult(stack.model, stack.gpu, changed, session.parts);
    return refinedResult(result, false, changed, session.parts).viable.length > 0;
  });
}

/** A rejected candidate as the answer shows it. */
export function rejectedRow(candidate: Candidate, sized: SizedRelaxation | null): Rejected {
  const { stack, plan } = candidate;
  const isHelpless = plan === null || plan.maxConcurrencyPerReplica === 0;
  return {
    candidate_id: candidateId(candidate.id, plan?.replicas ?? 0),
    gpu_model: stack.gpu.gpu_model,
    gpu_display_name: stack.gpu.gpu_display_name,
    vendor: stack.gpu.vendor,
    gpus_needed: isHelpless ? null : plan.totalGpus,
    nodes_needed: isHelpless ? null : plan.nodes.nodes,
    model_name: stack.model.model_name,
    framework: stack.framework,
    precision: stack.precision,
    parallelism: { ...stack.parallelism },
    constraint_failures: [...candidate.failures],
    relaxation: sized?.relaxation ?? null,
  };
}

/** The error where no row is left: not covered, or too tight with the least change that would do. */
export function nothingViable(
  question: Question,
  relaxed: readonly { candidate: Candidate; relaxation: SizedRelaxation | null }[],
  rejected: Rejected[],
  session: Session,
): SizerError {
  const [model] = question.models;
  const failures = relaxed.flatMap(({ candidate }) => candidate.failures);
  // Nothing was even sized, and somewhere only coverage or a filter stood in the way.
  const isUncovered =
    relaxed.every(({ candidate }) => candidate.plan === null) &&
    relaxed.some(({ candidate }) =>
      candidate.failures.every(({ constraint }) => COVERAGE_CONSTRAINTS.has(constraint)),
    );
  if (isUncovered) {
    const [first] = failures;
    return trainingRequired(
      `Neither measured points nor physics cover this combination${first === undefined ? '.' : `: ${first.message}`}`,
      { features: question.features, catalog: session.catalog, model, failures: failures.slice(0, 20) },
    );
  }
  const [smallest] = relaxed
    .flatMap(({ candidate, relaxation }) =>
      relaxation === null ? [] : [{ id: candidate.id, ...relaxation }],
    )
    .sort((a, b) => a.size - b.size || (a.id < b.id ? -1 : 1));
  const details: NoViableDetails = { rejected, smallest_relaxation: smallest?.relaxation ?? null };
  return new SizerError(
    'NO_VIABLE_RECOMMENDATION',
    `None of ${relaxed.length} GPU models meets every constraint.${smallest === undefined ? '' : ` Smallest change that would do: ${smallest.relaxation.message}`}`,
    {
      details: { ...details },
      hint: smallest?.relaxation.message ?? 'Relax budget, latency, node or hardware filters.',
    },
  );
}
