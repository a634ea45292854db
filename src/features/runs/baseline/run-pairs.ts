import { METRICS, metricValue, type MetricKey } from '#contract/metrics.ts';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { differenceFrom, type Difference, type Figure } from '#lib/compare/difference.ts';
import { meanInterval } from '#lib/t-interval.ts';

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

export interface RunComparison {
  readonly metrics: readonly MetricKey[];
  readonly pairs: readonly RunPair[];
  /** Loads that only one of the two measured. */
  readonly onlyOwn: number;
  readonly onlyBase: number;
}

/**
 * Sets each load of a run beside the same load of its baseline. A figure is the mean of the run's sound repeats with
 * its 95 % t-interval; one job alone has no interval.
 */
export function compareRuns(
  own: readonly RunJobWithParams[],
  base: readonly RunJobWithParams[],
): RunComparison {
  const [ownLoads, baseLoads] = [byLoad(own), byLoad(base)];
  const shared = [...ownLoads].flatMap(([key, jobs]) => {
    const others = baseLoads.get(key);
    return others === undefined ? [] : [{ key, jobs, others }];
  });
  const metrics = COMPARED.filter(
    (metric) =>
      !isBesideMedian(metric, shared) &&
      // With as many GPUs on both sides it says the same as the whole.
      (metric !== 'tokens_per_sec_per_gpu' || gpuCounts(own) !== gpuCounts(base)) &&
      shared.some(({ jobs, others }) => figureOf(jobs, metric) !== null && figureOf(others, metric) !== null),
  );
  const pairs = shared.map(({ key, jobs, others }): RunPair => {
    const [first] = jobs;
    return {
      key,
      input: first?.input_sequence_length ?? null,
      output: first?.output_sequence_length ?? null,
      concurrency: first?.concurrency ?? null,
      jobs: { own: jobs.map(({ job_id: id }) => id), base: others.map(({ job_id: id }) => id) },
      cells: new Map(
        metrics.map((metric) => {
          const [figure, before] = [figureOf(jobs, metric), figureOf(others, metric)];
          return [
            metric,
            { figure, base: before, difference: differenceFrom(before, figure, METRICS[metric].better) },
          ];
        }),
      ),
    };
  });
  return {
    metrics,
    pairs: pairs.sort(
      (a, b) =>
        (a.input ?? 0) - (b.input ?? 0) ||
        (a.output ?? 0) - (b.output ?? 0) ||
        (a.concurrency ?? 0) - (b.concurrency ?? 0),
    ),
    onlyOwn: ownLoads.size - shared.length,
    onlyBase: baseLoads.size - shared.length,
  };
}

function byLoad(jobs: readonly RunJobWithParams[]): Map<string, RunJobWithParams[]> {
  const loads = new Map<string, RunJobWithParams[]>();
  for (const job of jobs) {
    // Jobs that failed their self-check have figures, but none to compare.
    if (job.status_code !== 'completed' || job.is_valid === false) continue;
    const key = [job.input_sequence_length, job.output_sequence_length, job.concurrency].join('/');
    const load = loads.get(key);
    if (load === undefined) loads.set(key, [job]);
    else load.push(job);
  }
  return loads;
}

const gpuCounts = (jobs: readonly RunJobWithParams[]): string =>
  [...new Set(jobs.map(({ gpu_count: count }) => count ?? 0))].sort((a, b) => a - b).join(',');

function isBesideMedian(
  metric: MetricKey,
  shared: readonly { jobs: readonly RunJobWithParams[]; others: readonly RunJobWithParams[] }[],
): boolean {
  if (!metric.includes('_mean_')) return false;
  const median = metric.replace('_mean_', '_p50_') as MetricKey;
  return shared.some(
    ({ jobs, others }) => figureOf(jobs, median) !== null && figureOf(others, median) !== null,
  );
}

function figureOf(jobs: readonly RunJobWithParams[], metric: MetricKey): Figure | null {
  return meanInterval(
    jobs.flatMap((job) => {
      const value = metricValue(job, metric);
      return value === null ? [] : [value];
    }),
  );
}
