import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import type { TraitSpec, Traits } from '#lib/compare/comparability.ts';
import { workloadOptions } from '../matrix/matrix-loads.ts';

/** What two deployments may differ in, as Compare judges it; another model is another question, never the change that is looked for. */
export const PAIR_TRAITS: readonly TraitSpec[] = [
  { key: 'provenance', plural: 'provenances', kind: 'condition' },
  { key: 'tool', plural: 'load generators', kind: 'condition' },
  { key: 'model', plural: 'models', kind: 'condition' },
  { key: 'statistic', plural: 'statistics of latencies', kind: 'condition' },
  { key: 'options', plural: 'workload options', kind: 'condition' },
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

/** Traits of the jobs of one deployment. */
export function pairTraits(jobs: readonly [RunJobWithParams, ...RunJobWithParams[]]): Traits {
  const [job] = jobs;
  return {
    provenance: job.provenance,
    tool: job.tool_code,
    model: job.model_code,
    statistic: joined([...new Set(jobs.map((one) => one.statistic))].sort(), ', '),
    options: optionsText(job, (key) => !LAYOUT.includes(key) && !REPEATED.includes(key)),
    gpu: job.gpu_name ?? job.gpu_model,
    gpu_count: job.gpu_count,
    framework: joined([job.framework_code, job.framework_version], ' '),
    precision: job.quantization_code,
    layout: optionsText(job, (key) => LAYOUT.includes(key)),
    config: joined([job.server_hostname, job.config_code], ' / '),
  };
}

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
