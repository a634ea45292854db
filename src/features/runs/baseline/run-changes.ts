import type { JobAttempt } from '#contract/views/v-job-attempts.ts';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { gpuText } from '#src/components/chart/job-text.ts';

export interface RunSide {
  readonly jobs: readonly RunJobWithParams[];
  /** Attempts of those jobs, for what was launched. */
  readonly attempts: readonly JobAttempt[];
}

/** One thing that the runs do not have in common: what each of them has of it, "—" for nothing. */
export interface RunChange {
  readonly key: string;
  readonly label: string;
  readonly isCode: boolean;
  readonly base: string;
  readonly own: string;
}

type Of = (job: RunJobWithParams) => string | null;

const FACTS: readonly (readonly [label: string, of: Of])[] = [
  ['Provenance', (job) => job.provenance],
  ['Tool', (job) => job.tool_code],
  ['Model', (job) => job.model_code],
  ['GPUs', gpuText],
  ['Framework', (job) => job.framework_code],
  ['Version', (job) => job.framework_version],
  ['Precision', (job) => job.quantization_code],
  ['Server', (job) => job.server_hostname],
  ['Config', (job) => job.config_code],
  ['Statistic', (job) => job.statistic],
];
/** Different in every launch, and no choice of anybody. */
const OWN_TO_A_LAUNCH = new Set(['port', 'pid', 'base_url', 'health_url', 'container_id', 'started_at']);
/** Values of one side that are named; more are counted. */
const MOST_NAMED = 4;

/** What differs between a run and its baseline: facts, workload options, and what the workers launched, key by key. Loads are paired, so they are no difference. */
export function runChanges(own: RunSide, base: RunSide): RunChange[] {
  const facts = FACTS.flatMap(([label, of]) =>
    change(label, label, false, valuesOf(own.jobs, of), valuesOf(base.jobs, of)),
  );
  const options = changesOf(
    'option',
    own.jobs.map((job) => job.options),
    base.jobs.map((job) => job.options),
  );
  const launches = changesOf('launch', launchesOf(own), launchesOf(base));
  return [...facts, ...options, ...launches];
}

const launchesOf = (side: RunSide): Record<string, unknown>[] =>
  side.attempts.flatMap(({ launch }) => (launch === null ? [] : [launch]));

function changesOf(
  kind: string,
  own: readonly Readonly<Record<string, unknown>>[],
  base: readonly Readonly<Record<string, unknown>>[],
): RunChange[] {
  // Published figures and running endpoints have no launch: that one side has none says nothing about flags.
  if (own.length === 0 || base.length === 0) return [];
  const keys = new Set([...own, ...base].flatMap((one) => Object.keys(one)));
  return [...keys]
    .filter((key) => !OWN_TO_A_LAUNCH.has(key))
    .sort()
    .flatMap((key) => {
      const of = (one: Readonly<Record<string, unknown>>): string | null => printed(one[key]);
      return change(`${kind} ${key}`, `${kind} ${key}`, true, valuesOf(own, of), valuesOf(base, of));
    });
}

function printed(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  // Argument lists read as they were typed.
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(' ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function valuesOf<Row>(rows: readonly Row[], of: (row: Row) => string | null): string[] {
  return [...new Set(rows.map((row) => of(row) ?? '—'))].sort();
}

function change(
  key: string,
  label: string,
  isCode: boolean,
  own: readonly string[],
  base: readonly string[],
): RunChange[] {
  if (own.join('\n') === base.join('\n')) return [];
  return [{ key, label, isCode, base: named(base), own: named(own) }];
}

function named(values: readonly string[]): string {
  return values.length <= MOST_NAMED
    ? values.join(', ')
    : `${values.slice(0, MOST_NAMED).join(', ')} and ${values.length - MOST_NAMED} more`;
}
