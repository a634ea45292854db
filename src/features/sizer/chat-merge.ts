import { featuresOfForm } from '#contract/sizer/form-mapping.ts';
import type { RequestInput, SizerFormState } from '#contract/sizer/form-state.ts';
import { diffLines, type FormPatch } from './form-diff.ts';
import { INPUT_FEATURES } from './sizer-request.ts';
import type { Asked, MoreFeatures } from './sizer-search.ts';

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
