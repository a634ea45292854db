import { shapeWords } from './shape-words.ts';

/** A model under a workload shape: what may be ranked and compared at all. */
export interface Subject {
  readonly model: string;
  readonly shape: string;
  /** Deployments that have figures for it. */
  readonly count: number;
}

/** The subjects of some estimates, those with most deployments first. */
export function subjectsOf(
  rows: readonly { readonly model_code: string; readonly workload_shape: string }[],
): Subject[] {
  const counts = new Map<string, { model: string; shape: string; count: number }>();
  for (const { model_code: model, workload_shape: shape } of rows) {
    const key = JSON.stringify([model, shape]);
    const one = counts.get(key);
    if (one === undefined) counts.set(key, { model, shape, count: 1 });
    else one.count += 1;
  }
  return [...counts.values()].sort(
    (a, b) => b.count - a.count || a.model.localeCompare(b.model) || a.shape.localeCompare(b.shape),
  );
}

/** What is shown for what the address asks: the nearest subject that exists, and whether it is another. */
export interface ChosenSubject {
  readonly subject: Subject | null;
  /** Set where the address asks for something that has no figures. */
  readonly note: string | null;
}

/** The subject of the address; where it has no figures, the same model in another shape, else the one with most deployments. */
export function chooseSubject(subjects: readonly Subject[], model: string, shape: string): ChosenSubject {
  const exact = subjects.find((one) => one.model === model && one.shape === shape);
  if (exact !== undefined) return { subject: exact, note: null };
  const subject =
    subjects.find((one) => one.model === model) ??
    subjects.find((one) => shape !== '' && one.shape === shape && model === '') ??
    // Where lengths are stated there are latencies too, as a rule.
    subjects.find((one) => /^\d+\/\d+$/.test(one.shape)) ??
    subjects[0] ??
    null;
  if (subject === null || model === '') return { subject, note: null };
  const asked = shape === '' ? model : `${model} at ${shapeWords(shape)}`;
  return {
    subject,
    note:
      subject.model === model && shape === ''
        ? null
        : `There are no figures for ${asked}: ${subject.model} at ${shapeWords(subject.shape)} is shown.`,
  };
}
