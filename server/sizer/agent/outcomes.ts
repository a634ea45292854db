import type { ApiError } from '#contract/errors.ts';
import type { AgentRequest, AgentResponse, SizerAgentStep } from '#contract/sizer/agent.ts';
import { formOfFeatures, formPatch } from '#contract/sizer/form-mapping.ts';
import type { SolveFeatures, SolveRequest } from '#contract/sizer/solve-request.ts';
import { solveResponseSchema, type SolveResponse } from '#contract/sizer/solve-response.ts';
import type { SizerError } from '../sizer-error.ts';
import type { SolveContext, SolveOutcome } from '../solve/solve-outcome.ts';
import type { AgentParts } from './agent-parts.ts';
import type { Turn } from './dialogue/replay.ts';
import { answerQuestion } from './explain/answer-question.ts';
import { failureMessage } from './explain/failure-message.ts';
import { planMessage } from './explain/plan-message.ts';

export type Steps = SizerAgentStep[];
/** Adds one thing that was done to the trace. */
export const step = (
  steps: Steps,
  kind: SizerAgentStep['kind'],
  title: string,
  detail: string,
  data: SizerAgentStep['data'] = null,
) => {
  steps.push({ kind, title, detail, data });
};

/** What every response of the turn holds already. */
export type Base = Omit<AgentResponse, 'status' | 'assistant_message'>;

/** A turn that was read and applied, on its way to a response. */
export interface Situation {
  readonly request: AgentRequest;
  readonly context: SolveContext | undefined;
  readonly parts: AgentParts;
  readonly base: Base;
  readonly turn: Turn;
  /** The request as it stands after the turn. */
  readonly after: SolveRequest;
}

/** Figures that nothing understood, as a sentence; empty where there are none. */
export function unreadSentence(turn: Turn): string {
  const { unread } = turn.read;
  if (unread.length === 0) return '';
  return `Not understood: ${unread
    .slice(0, 4)
    .map((span) => `“${span.text}”`)
    .join(', ')}.`;
}

function solveOf({ parts, after, context }: Situation): SolveOutcome {
  return parts.solve(after, context);
}

/** The answer that the caller passed back, where it is whole. */
function previousAnswer(request: AgentRequest): SolveResponse | null {
  if (request.previous_response?.status !== 'completed') return null;
  const read = solveResponseSchema.safeParse(request.previous_response);
  return read.success ? read.data : null;
}

/** A question about the last answer, told with its own numbers; request and answer stay as they are. */
export function answerAbout(situation: Situation): AgentResponse {
  const { base, turn, after } = situation;
  const about = turn.read.intent.kind === 'question' ? turn.read.intent.about : 'summary';
  const given = previousAnswer(situation.request);
  const outcome = given ?? solveOf(situation);
  if (outcome instanceof Error) {
    // A failed plan has rejected candidates, and they are what is asked about.
    const details = outcome.details;
    const rejected = isRejectedList(details) ? details.rejected : null;
    const text =
      rejected === null
        ? failureOf(outcome, after.features)
        : answerQuestion(about, turn.read, {
            rejected: rejected as SolveResponse['rejected'],
            recommendations: [],
          });
    step(base.steps, 'explain', `Question about the last answer: ${about.replaceAll('_', ' ')}`, text);
    return { ...base, status: 'failed', assistant_message: text, error_code: codeOf(outcome) };
  }
  if (given === null)
    step(
      base.steps,
      'solve',
      'Solved again',
      'The last answer was not passed on; the same request gives the same answer.',
    );
  const text = answerQuestion(about, turn.read, outcome);
  step(base.steps, 'explain', `Question about the last answer: ${about.replaceAll('_', ' ')}`, text);
  return { ...base, status: 'solved', assistant_message: text, response: outcome, assumptions: [] };
}

function isRejectedList(details: unknown): details is { rejected: unknown[] } {
  return (
    typeof details === 'object' &&
    details !== null &&
    'rejected' in details &&
    Array.isArray(details.rejected)
  );
}

/** Nothing to change: the plan stands as it is. */
export function keepPlan(situation: Situation, text: string): AgentResponse {
  const { base, after } = situation;
  const outcome = previousAnswer(situation.request) ?? solveOf(situation);
  if (outcome instanceof Error)
    return {
      ...base,
      status: 'failed',
      assistant_message: failureOf(outcome, after.features),
      error_code: codeOf(outcome),
    };
  return { ...base, status: 'solved', assistant_message: text, response: outcome };
}

function codeOf(error: SizerError | ApiError): string {
  return error.code;
}

function failureOf(error: SizerError | ApiError, features: SolveFeatures): string {
  return failureMessage(error.code, error.message, error.details, features);
}

/** Answer lengths tried, longest first, where a p99 limit fails on an answer length that nobody named. */
const SHORTER_ANSWERS = [512, 256, 128] as const;

/**
 * A limit on the whole answer's time that nobody can keep for the assumed 1,024 tokens says something about the answers: they
 * are shorter. The longest length that gives a plan is taken, put into the request and listed as an assumption.
 */
function withShorterAnswers(
  situation: Situation,
  failed: SizerError | ApiError,
): { request: SolveRequest; note: string } | null {
  const { after } = situation;
  const { features } = after;
  const isOpen = features.osl == null && features.workload_mix == null && features.max_latency_p99_ms != null;
  if (codeOf(failed) !== 'NO_VIABLE_RECOMMENDATION' || !isOpen) return null;
  for (const osl of SHORTER_ANSWERS) {
    const request = { ...after, features: { ...features, osl } };
    const outcome = solveOf({ ...situation, after: request });
    if (!(outcome instanceof Error) && outcome.status === 'completed') {
      return {
        request,
        note: `Answer length not given: nothing keeps the p99 limit over 1,024 tokens, so answers of ${osl} tokens are assumed; name the real length.`,
      };
    }
  }
  return null;
}

/** Solves the request as it stands after the turn: a plan, a question of the solver, or a failure that says what to relax. */
export function planFor(situation: Situation, understood: string): AgentResponse {
  const { request, base, turn, after } = situation;
  const { steps } = base;
  const first = solveOf(situation);
  const shorter = first instanceof Error ? withShorterAnswers(situation, first) : null;
  if (shorter !== null) {
    step(steps, 'solve', 'Solved again', shorter.note, { osl: shorter.request.features.osl ?? null });
    const shortened: Base = {
      ...base,
      request: shorter.request,
      form_patch: formPatch(request.form, formOfFeatures(shorter.request.features, request.form)),
      assumptions: [...base.assumptions, shorter.note],
    };
    return planFor({ ...situation, base: shortened, after: shorter.request }, understood);
  }
  const outcome = first;
  const tail = [unreadSentence(turn), ...turn.applied.remarks].filter((part) => part !== '');
  const lead = [turn.read.intent.kind === 'undo' ? 'Undone.' : '', understood]
    .filter((part) => part !== '')
    .join(' ');
  if (outcome instanceof Error) {
    const message = failureOf(outcome, after.features);
    step(steps, 'fail', codeOf(outcome), message, { code: codeOf(outcome) });
    return {
      ...base,
      status: 'failed',
      assistant_message: [message, ...tail].join(' '),
      error_code: codeOf(outcome),
    };
  }
  if (outcome.status === 'needs_clarification') {
    const question = outcome.clarification?.question ?? 'Which model do you want to serve?';
    const options = outcome.clarification?.options ?? [];
    const text = [
      lead,
      options.length === 0 ? question : `${question.replace(/\?$/, '')}: ${options.join(', ')}?`,
    ]
      .filter((part) => part !== '')
      .join(' ');
    step(steps, 'ask', 'The solver asks back', text);
    return { ...base, status: 'needs_clarification', assistant_message: text };
  }
  step(
    steps,
    'solve',
    'Solved',
    `${outcome.recommendations.length} recommendations, ${outcome.rejected.length} rejected, model ${outcome.model_version}`,
    { model_version: outcome.model_version },
  );
  const assumptions = [...new Set([...base.assumptions, ...outcome.assumptions])];
  const own = base.assumptions.length === 0 ? '' : `Assumed: ${base.assumptions.slice(0, 3).join(' ')}`;
  const text = [lead, planMessage(outcome), own, ...tail].filter((part) => part !== '').join(' ');
  step(steps, 'explain', 'Answer', text);
  return { ...base, status: 'solved', assistant_message: text, response: outcome, assumptions };
}
