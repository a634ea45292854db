import type { Provenance } from '#contract/jobs.ts';
import { METRICS, metricValue, type MetricKey } from '#contract/metrics.ts';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { comparability, type Comparability } from '#lib/compare/comparability.ts';
import { differenceFrom, type Difference, type Figure } from '#lib/compare/difference.ts';
import { meanInterval } from '#lib/t-interval.ts';
import { tellingParts } from '../matrix/job-matrix.ts';
import { deploymentKey, lengthsKey } from '../matrix/matrix-loads.ts';
import { PAIR_TRAITS, pairTraits, sharedTraits, type SharedLoad } from './pair-traits.ts';

/** What is compared where both runs have it; a mean only where there is no median. */
const COMPARED = [
  'tokens_per_sec',
  'tokens_per_sec_per_gpu',
  'ttft_p50_ms',
  'ttft_mean_ms',
  'ttft_p99_ms',
  'tpot_p50_ms',
  'tpot_mean_ms',
  'tpot_p99_ms',
  'e2e_p50_ms',
  'e2e_mean_ms',
] as const satisfies readonly MetricKey[];

export interface PairCell {
  readonly figure: Figure | null;
  readonly base: Figure | null;
  readonly difference: Difference | null;
}

/** One load that both runs measured: lengths in tokens, requests in flight, and how many jobs each has of it. */
export interface RunPair {
  readonly key: string;
  readonly input: number | null;
  readonly output: number | null;
  readonly concurrency: number | null;
  readonly jobs: { readonly own: readonly number[]; readonly base: readonly number[] };
  readonly cells: ReadonlyMap<MetricKey, PairCell>;
}

/** A deployment of the run, the one of the baseline that it is set against, and the loads that both measured. */
export interface DeploymentPair {
  readonly key: string;
  /** What tells it apart from the others of the run; empty where it is the only one. */
  readonly name: string;
  /** Where the figures of this run and of the baseline come from, once where both are alike; empty where all of the runs are measured. */
  readonly provenances: readonly Provenance[];
  /** Whether the two differ in nothing but one choice: the version, say. */
  readonly likeness: Comparability;
  readonly pairs: readonly RunPair[];
}

export interface RunComparison {
  readonly metrics: readonly MetricKey[];
  /** In order of their first job. */
  readonly deployments: readonly DeploymentPair[];
  /** Loads of a deployment that are set against none of the other run. */
  readonly onlyOwn: number;
  readonly onlyBase: number;
}

/**
 * Sets each load of a run beside the same load of its baseline. A figure is the mean of the run's sound repeats on one
 * deployment with its 95 % t-interval; one job alone has no interval.
 */
export function compareRuns(
  own: readonly RunJobWithParams[],
  base: readonly RunJobWithParams[],
): RunComparison {
  const [ownSides, baseSides] = [sidesOf(own), sidesOf(base)];
  const matches = matchesOf(ownSides, baseSides);
  const shared = matches.flatMap(({ loads }) => loads);
  const metrics = COMPARED.filter(
    (metric) =>
      !isBesideMedian(metric, shared) &&
      // With as many GPUs on both sides it says the same as the whole.
      (metric !== 'tokens_per_sec_per_gpu' ||
        matches.some((match) => match.own.traits['gpu_count'] !== match.base.traits['gpu_count'])) &&
      shared.some((load) => figureOf(load.own, metric) !== null && figureOf(load.base, metric) !== null),
  );
  const isTold = matches.some(({ own, base }) => provenancesOf(own, base).some((one) => one !== 'measured'));
  const names = tellingParts(matches.map((match) => match.own.jobs[0]));
  return {
    metrics,
    deployments: matches.map((match, at) => ({
      key: match.own.key,
      name: names[at] ?? '',
      provenances: isTold ? provenancesOf(match.own, match.base) : [],
      likeness: likenessOf(match),
      pairs: pairsOf(match, metrics),
    })),
    onlyOwn: loadCount(ownSides) - shared.length,
    onlyBase: loadCount(baseSides) - shared.length,
  };
}

const provenancesOf = (own: Side, base: Side): Provenance[] => [
  ...new Set([own.jobs[0].provenance, base.jobs[0].provenance]),
];

function likenessOf({ own, base, loads }: Match): Comparability {
  const shared = sharedTraits(loads);
  return comparability(
    [
      { ...own.traits, ...shared.own },
      { ...base.traits, ...shared.base },
    ],
    PAIR_TRAITS,
  );
}

function pairsOf({ loads }: Match, metrics: readonly MetricKey[]): RunPair[] {
  return loads
    .map(({ key, own, base }): RunPair => {
      const [first] = own;
      return {
        key,
        input: first.input_sequence_length,
        output: first.output_sequence_length,
        concurrency: first.concurrency,
        jobs: { own: own.map(({ job_id: id }) => id), base: base.map(({ job_id: id }) => id) },
        cells: new Map(
          metrics.map((metric) => {
            const [figure, before] = [figureOf(own, metric), figureOf(base, metric)];
            const difference = differenceFrom(before, figure, METRICS[metric].better);
            return [metric, { figure, base: before, difference }];
          }),
        ),
      };
    })
    .sort(
      (a, b) =>
        (a.input ?? 0) - (b.input ?? 0) ||
        (a.output ?? 0) - (b.output ?? 0) ||
        (a.concurrency ?? 0) - (b.concurrency ?? 0),
    );
}

type Jobs = [RunJobWithParams, ...RunJobWithParams[]];

/** The sound jobs of one deployment: repeats of each other where their load is the same. */
interface Side {
  readonly key: string;
  readonly jobs: Jobs;
  readonly loads: ReadonlyMap<string, Jobs>;
  readonly traits: ReturnType<typeof pairTraits>;
}

interface Match {
  readonly own: Side;
  readonly base: Side;
  /** Never empty. */
  readonly loads: readonly SharedLoad[];
}

function sidesOf(jobs: readonly RunJobWithParams[]): Side[] {
  // Jobs that failed their self-check have figures, but none to compare.
  const sound = jobs.filter((job) => job.status_code === 'completed' && job.is_valid !== false);
  return [...groupBy(sound, deploymentKey)].map(([key, of]) => ({
    key,
    jobs: of,
    loads: groupBy(of, (job) => `${lengthsKey(job)}/${job.concurrency ?? ''}`),
    traits: pairTraits(of),
  }));
}

const loadCount = (sides: readonly Side[]): number => sides.reduce((sum, { loads }) => sum + loads.size, 0);

/**
 * Which deployment is set against which: the same one where both runs have it; of the others those that are nearest to
 * each other, and to none else. Where two are as near, nobody knows which is meant, and neither is taken; nor are two
 * without a load in common.
 */
function matchesOf(own: readonly Side[], base: readonly Side[]): Match[] {
  const same = new Map(base.map((side) => [side.key, side]));
  const ownRest = own.filter(({ key }) => !same.has(key));
  const ownKeys = new Set(own.map(({ key }) => key));
  const baseRest = base.filter(({ key }) => !ownKeys.has(key));
  return own.flatMap((side) => {
    const other = same.get(side.key) ?? nearest(side, baseRest);
    if (other === null || (other.key !== side.key && nearest(other, ownRest) !== side)) return [];
    const loads = sharedLoads(side, other);
    return loads.length === 0 ? [] : [{ own: side, base: other, loads }];
  });
}

const sharedLoads = (own: Side, base: Side): SharedLoad[] =>
  [...own.loads].flatMap(([key, jobs]) => {
    const before = base.loads.get(key);
    return before === undefined ? [] : [{ key, own: jobs, base: before }];
  });

/** The one with a load in common that differs in the fewest things; null where several are as near. */
function nearest(side: Side, others: readonly Side[]): Side | null {
  const loads = [...side.loads.keys()];
  let [found, least]: [Side | null, number] = [null, Infinity];
  for (const other of others) {
    if (!loads.some((key) => other.loads.has(key))) continue;
    const distance = distanceOf(side, other);
    if (distance > least) continue;
    found = distance < least ? other : null;
    least = distance;
  }
  return found;
}

/** What differs, conditions before choices: another precision is nearer than another model. */
const distanceOf = (a: Side, b: Side): number =>
  PAIR_TRAITS.reduce(
    (sum, { key, kind }) =>
      a.traits[key] === b.traits[key] ? sum : sum + (kind === 'condition' ? PAIR_TRAITS.length : 1),
    0,
  );

function groupBy(
  jobs: readonly RunJobWithParams[],
  keyOf: (job: RunJobWithParams) => string,
): Map<string, Jobs> {
  const groups = new Map<string, Jobs>();
  for (const job of jobs) {
    const group = groups.get(keyOf(job));
    if (group === undefined) groups.set(keyOf(job), [job]);
    else group.push(job);
  }
  return groups;
}

function isBesideMedian(metric: MetricKey, shared: readonly SharedLoad[]): boolean {
  if (!metric.includes('_mean_')) return false;
  const median = metric.replace('_mean_', '_p50_') as MetricKey;
  return shared.some(({ own, base }) => figureOf(own, median) !== null && figureOf(base, median) !== null);
}

function figureOf(jobs: readonly RunJobWithParams[], metric: MetricKey): Figure | null {
  return meanInterval(
    jobs.flatMap((job) => {
      const value = metricValue(job, metric);
      return value === null ? [] : [value];
    }),
  );
}
