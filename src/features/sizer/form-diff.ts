import { INPUT_WORDS, FIELD_WORDS, sayField } from './form-words.ts';
import type { RequestInput, SizerFormState } from '#contract/sizer/form-state.ts';

export type FormPatch = Partial<SizerFormState>;

export interface DiffLine {
  label: string;
  /** Empty where the line is not of one value that became another. */
  from: string;
  to: string;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const keysOf = (patch: FormPatch) =>
  (Object.keys(patch) as (keyof SizerFormState)[]).filter((key) => patch[key] !== undefined);

/** The values that a patch replaces: what brings the form back. */
export function valuesBefore(form: SizerFormState, patch: FormPatch): FormPatch {
  return Object.fromEntries(keysOf(patch).map((key) => [key, form[key]]));
}

/** What a patch changes, field by field in words; inputs that start or stop being sent are lines of their own. */
export function diffLines(before: FormPatch, patch: FormPatch): DiffLine[] {
  return keysOf(patch).flatMap((key): DiffLine[] => {
    if (key === 'selectedRequestInputs')
      return sentLines(before.selectedRequestInputs ?? [], patch.selectedRequestInputs ?? []);
    const [from, to] = [before[key], patch[key]];
    if (same(from, to)) return [];
    return [{ label: FIELD_WORDS[key]?.label ?? key, from: sayField(key, from), to: sayField(key, to) }];
  });
}

function sentLines(before: readonly RequestInput[], after: readonly RequestInput[]): DiffLine[] {
  const line = (label: string, inputs: readonly RequestInput[]): DiffLine[] =>
    inputs.length === 0
      ? []
      : [{ label, from: '', to: inputs.map((input) => INPUT_WORDS[input]).join(', ') }];
  return [
    ...line(
      'Now sent',
      after.filter((input) => !before.includes(input)),
    ),
    ...line(
      'No longer sent',
      before.filter((input) => !after.includes(input)),
    ),
  ];
}

/**
 * The patch that takes a change back (or, with the two exchanged, makes it again): only fields that still hold what
 * the change wrote, so that what was changed since stays. Inputs are put back one by one.
 */
export function undoPatch(form: SizerFormState, before: FormPatch, patch: FormPatch): FormPatch {
  const back: FormPatch = {};
  for (const key of keysOf(patch)) {
    if (key === 'selectedRequestInputs') {
      const [was, became] = [before.selectedRequestInputs ?? [], patch.selectedRequestInputs ?? []];
      const kept = form.selectedRequestInputs.filter((one) => was.includes(one) || !became.includes(one));
      const returned = was.filter((one) => !became.includes(one) && !kept.includes(one));
      const next = [...kept, ...returned];
      if (!same(next, form.selectedRequestInputs)) back.selectedRequestInputs = next;
    } else if (same(form[key], patch[key]) && !same(form[key], before[key])) {
      Object.assign(back, { [key]: before[key] });
    }
  }
  return back;
}

export type PatchState = 'none' | 'held' | 'undone' | 'partly';

/** Whether the form holds what a change wrote: read off the form, so that back, reload and typing tell the truth. */
export function patchState(form: SizerFormState, before: FormPatch, patch: FormPatch): PatchState {
  const changes = keysOf(patch).filter((key) => !same(before[key], patch[key]));
  if (changes.length === 0) return 'none';
  const holds = (values: FormPatch) =>
    changes.filter((key) =>
      key === 'selectedRequestInputs'
        ? holdsInputs(form, before, patch, values)
        : same(form[key], values[key]),
    ).length;
  if (holds(patch) === changes.length) return 'held';
  return holds(before) === changes.length ? 'undone' : 'partly';
}

/** Whether the inputs that differ between the two sides stand in the form as `values` has them. */
function holdsInputs(form: SizerFormState, before: FormPatch, patch: FormPatch, values: FormPatch): boolean {
  const [was, became] = [before.selectedRequestInputs ?? [], patch.selectedRequestInputs ?? []];
  const moved = [...was, ...became].filter((one) => was.includes(one) !== became.includes(one));
  const wanted = values.selectedRequestInputs ?? [];
  return moved.every((one) => form.selectedRequestInputs.includes(one) === wanted.includes(one));
}
