import type { AgentResponse, SizerAgentMessage } from '#contract/sizer/agent.ts';
import { compactFeatures, featuresOfForm } from '#contract/sizer/form-mapping.ts';
import type { RequestInput, SizerFormState } from '#contract/sizer/form-state.ts';
import type { SolveRequest } from '#contract/sizer/solve-request.ts';
import type { ChatTurn } from './chat-turns.ts';
import { diffLines, valuesBefore, type FormPatch } from './form-diff.ts';
import { INPUT_FEATURES, moreOf } from './sizer-request.ts';
import type { Asked, MoreFeatures } from './sizer-search.ts';
import { turnState } from './turn-diff.ts';

/** What an agent's turn changes of what is asked; a patch of the form, so that nothing else of the form is written. */
export type AskedChange = Omit<Asked, 'form'> & { readonly form: FormPatch };

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * An agent's turn on a form that a person went on changing since the agent was asked: the agent's changes go on top of
 * what stands there now, but what the person changed meanwhile stays theirs. `left` says in words what was not done.
 */
export function mergeTurn(
  start: Asked,
  now: Asked,
  answer: AskedChange,
): { change: AskedChange; left: string[] } {
  const form: FormPatch = {};
  const kept: FormPatch = {};
  for (const key of Object.keys(answer.form) as (keyof SizerFormState)[]) {
    if (key === 'selectedRequestInputs' || same(answer.form[key], now.form[key])) continue;
    const isTheirs = !same(start.form[key], now.form[key]);
    Object.assign(isTheirs ? kept : form, { [key]: answer.form[key] });
  }
  const wanted = answer.form.selectedRequestInputs;
  if (wanted !== undefined) {
    const [was, is] = [start.form.selectedRequestInputs, now.form.selectedRequestInputs];
    const [before, after] = [featuresOfForm(start.form), featuresOfForm(now.form)];
    // An input that they filled in anew is still sent.
    const isTheirs = (input: RequestInput) =>
      INPUT_FEATURES[input].some((key) => !same(before[key], after[key]));
    const dropped = is.filter((input) => was.includes(input) && !wanted.includes(input));
    const stay = is.filter((input) => !dropped.includes(input) || isTheirs(input));
    const come = wanted.filter((input) => !was.includes(input) && !is.includes(input));
    form.selectedRequestInputs = [...stay, ...come];
    if (dropped.some(isTheirs)) kept.selectedRequestInputs = is.filter((input) => !dropped.includes(input));
    if (same(form.selectedRequestInputs, is)) delete form.selectedRequestInputs;
  }
  return {
    change: {
      form,
      more: mergeMore(start.more, now.more, answer.more),
      ask: now.ask === start.ask ? answer.ask : now.ask,
    },
    left: diffLines(now.form, kept).map(({ label, to }) => `${label}: ${to}`),
  };
}

function mergeMore(start: MoreFeatures, now: MoreFeatures, agents: MoreFeatures): MoreFeatures {
  const keys = Object.keys({ ...now, ...agents }) as (keyof MoreFeatures)[];
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = same(start[key], now[key]) ? agents[key] : now[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/** What the agent is told was said before: not what a person has undone, which must not come back. */
export function historyOf(turns: readonly ChatTurn[], asked: Asked): SizerAgentMessage[] {
  return turns
    .filter((turn) => turnState(asked, turn) !== 'undone')
    .flatMap((turn): SizerAgentMessage[] => [
      { role: 'user', content: turn.message },
      { role: 'assistant', content: turn.answer },
    ]);
}

/** What stands before the first word: no features, and the kind of answer where it is not the usual one. */
export function emptyRequest({ form, ask }: Asked, orgId: string): SolveRequest | null {
  if (ask === 'sizing_plan') return null;
  return { fit: { modality_code: form.modality }, solve_for: ask, features: {}, org_id: orgId };
}

/** The turn that an answer makes of a message, and what it changes of what is asked `now`; the agent was asked at `start`. */
export function answeredTurn(
  message: string,
  answer: AgentResponse,
  start: Asked,
  now: Asked,
): { turn: ChatTurn; change: AskedChange } {
  const { change, left } = mergeTurn(start, now, {
    form: answer.form_patch,
    more: answer.request === null ? start.more : moreOf(answer.request.features),
    ask: answer.request?.solve_for ?? start.ask,
  });
  const turn: ChatTurn = {
    id: crypto.randomUUID(),
    message,
    status: answer.status,
    answer: answer.assistant_message,
    steps: answer.steps,
    assumptions: answer.assumptions,
    errorCode: answer.error_code,
    patch: change.form,
    before: valuesBefore(now.form, change.form),
    more: change.more,
    moreBefore: now.more,
    ask: change.ask,
    askBefore: now.ask,
    left,
  };
  return { turn, change };
}

/** Whether the form asks for what the agent asked: only then is its answer the form's. */
export function sameFeatures(own: SolveRequest, agents: SolveRequest | null): boolean {
  if (agents === null || own.solve_for !== agents.solve_for) return false;
  const plain = (request: SolveRequest) =>
    JSON.stringify(
      Object.entries(compactFeatures(request.features)).sort(([one], [other]) => (one < other ? -1 : 1)),
    );
  return own.fit.modality_code === agents.fit.modality_code && plain(own) === plain(agents);
}
