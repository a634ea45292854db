import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import type { TraitSpec, Traits } from '#lib/compare/comparability.ts';
import { areUneven, windowText } from '#src/components/results/traits.ts';
import { workloadOptions } from '../matrix/matrix-loads.ts';

/** What two deployments may differ in, as Compare judges it; another model is another question, never the change that is looked for. */
export const PAIR_TRAITS: readonly TraitSpec[] = [
  { key: 'provenance', plural: 'provenances', kind: 'condition' },
  { key: 'tool', plural: 'load generators', kind: 'condition' },
  { key: 'model', plural: 'models', kind: 'condition' },
  { key: 'statistic', plural: 'statistics of latencies', kind: 'condition' },
  { key: 'window', plural: 'measured windows', kind: 'condition' },
  { key: 'options', plural: 'workload options', kind: 'condition' },
  { key: 'source', plural: 'sources', kind: 'condition' },
  { key: 'gpu', plural: 'GPU models', kind: 'choice' },
  { key: 'gpu_count', plural: 'GPU counts', kind: 'choice' },
  { key: 'framework', plural: 'frameworks or their versions', kind: 'choice' },
  { key: 'precision', plural: 'precisions', kind: 'choice', isNeeded: true },
  { key: 'layout', plural: 'parallel layouts', kind: 'choice' },
  { key: 'config', plural: 'server configs', kind: 'choice' },
];

/** Options that say how a deployment is laid out. */
const LAYOUT = ['tp', 'ep', 'dp', 'pp', 'dp_attention', 'nodes'];
/** Options that repeat what has its own column, and who sent it in. */
const REPEATED = ['framework', 'precision', 'submitter'];

type Jobs = readonly [RunJobWithParams, ...RunJobWithParams[]];

/** The jobs of one load that two deployments have in common. */
export interface SharedLoad {
  readonly key: string;
  readonly own: Jobs;
  readonly base: Jobs;
}

/** Traits of what two deployments have in common, of each: sources, and windows where those of one load are far apart. */
export function sharedTraits(loads: readonly SharedLoad[]): Record<'own' | 'base', Traits> {
  const uneven = loads.find(({ own, base }) => areUneven([...own, ...base].map((job) => job.duration_s)));
  const traitsOf = (side: 'own' | 'base'): Traits => ({
    source: eachOnce(
      loads.flatMap((load) => load[side].map((job) => job.citation)),
      '; ',
    ),
    window: eachOnce(
      (uneven?.[side] ?? []).map(({ duration_s: s }) => (s === null ? null : windowText(s))),
      ', ',
    ),
  });
  return { own: traitsOf('own'), base: traitsOf('base') };
}

/** Traits of the jobs of one deployment. */
export function pairTraits(jobs: Jobs): Traits {
  const [job] = jobs;
  return {
    provenance: job.provenance,
    tool: job.tool_code,
    model: job.model_code,
    statistic: eachOnce(
      jobs.map((one) => one.statistic),
      ', ',
    ),
    options: optionsText(job, (key) => !LAYOUT.includes(key) && !REPEATED.includes(key)),
    gpu: job.gpu_name ?? job.gpu_model,
    gpu_count: job.gpu_count,
    framework: joined([job.framework_code, job.framework_version], ' '),
    precision: job.quantization_code,
    layout: optionsText(job, (key) => LAYOUT.includes(key)),
    config: joined([job.server_hostname, job.config_code], ' / '),
  };
}

const eachOnce = (parts: readonly (string | null)[], by: string): string | null =>
  joined([...new Set(parts)].sort(), by);

const joined = (parts: readonly (string | null)[], by: string): string | null =>
  parts.filter((part) => part !== null).join(by) || null;

/** "ignore_eos true, range {…}"; null where none is stated. */
const optionsText = (job: RunJobWithParams, isMeant: (key: string) => boolean): string | null =>
  workloadOptions(job)
    .filter(([key, value]) => value !== null && isMeant(key))
    .map(
      ([key, value]) =>
        `${key.replaceAll('_', ' ')} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join(', ') || null;
