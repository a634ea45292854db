import {
  formatMetric,
  METRICS,
  metricHeader,
  metricValue,
  NO_VALUE,
  type MetricKey,
} from '#contract/metrics.ts';
import { vBenchmarkResults, type BenchmarkResult } from '#contract/views/v-benchmark-results.ts';
import { issueTexts, NO_ISSUES, type KnownIssues } from '#src/api/known-issues.ts';
import type { CapacityEstimateRow } from '#contract/views/v-inferencex-outputs.ts';
import { comparability, type Comparability } from '#lib/compare/comparability.ts';
import { differenceFrom, type Difference } from '#lib/compare/difference.ts';
import { grouped } from '#lib/grouped.ts';
import { figureOf } from './compare-measures.ts';
import { resultTraits, TRAITS } from '#src/components/results/traits.ts';

/** One selected result and what it is set beside. */
export interface JobColumn {
  readonly job: BenchmarkResult;
  /** Repeats of its estimate; null where it belongs to none. */
  readonly repeats: number | null;
  readonly isBase: boolean;
  /** Why its figures may not be read against the baseline's; empty where they may. */
  readonly unlike: readonly string[];
}

export interface JobCell {
  readonly text: string;
  /** As it is exported: full precision, null where there is none. */
  readonly value: string | number | null;
  /** Full precision, for the title. */
  readonly exact: string | null;
  /** Repeats that the figure is the mean of; null where it is the result's own. */
  readonly meanOf: number | null;
  readonly difference: Difference | null;
}

export interface JobLine {
  readonly key: string;
  readonly label: string;
  readonly isMetric: boolean;
  readonly cells: readonly JobCell[];
  /** Whether the cells are not all the same. */
  readonly differs: boolean;
}

export interface JobTable {
  readonly columns: readonly JobColumn[];
  readonly lines: readonly JobLine[];
  readonly answer: Comparability;
}

const FACTS: readonly { trait: string; label: string }[] = [
  { trait: 'provenance', label: 'Provenance' },
  { trait: 'model', label: 'Model' },
  { trait: 'gpu', label: 'GPU' },
  { trait: 'gpu_count', label: 'GPUs' },
  { trait: 'framework', label: 'Framework' },
  { trait: 'precision', label: 'Precision' },
  { trait: 'layout', label: 'Parallel layout' },
  { trait: 'config', label: 'Server config' },
  { trait: 'named_shape', label: 'Workload' },
  { trait: 'input', label: 'Input tokens' },
  { trait: 'output', label: 'Output tokens' },
  { trait: 'concurrency', label: 'Concurrency' },
  { trait: 'options', label: 'Workload options' },
  { trait: 'tool', label: 'Load generator' },
  { trait: 'statistic', label: 'Statistic' },
  { trait: 'source', label: 'Source' },
];

const RESULT_METRICS = (Object.keys(METRICS) as MetricKey[]).filter(
  (key) => key in vBenchmarkResults.row.shape && METRICS[key].better !== 'none',
);

/**
 * Selected results side by side in the order they were selected: facts, then metrics with the difference from the baseline (the first unless named).
 * A result with repeats stands with their mean, as wherever it was selected; two repeats of the same stand each with its own figures.
 */
export function jobTable(
  jobs: readonly BenchmarkResult[],
  estimates: readonly CapacityEstimateRow[],
  baseId: number,
  issues: KnownIssues = NO_ISSUES,
): JobTable {
  const byJob = new Map(
    estimates.flatMap((estimate) => estimate.job_ids.map((id) => [id, estimate] as const)),
  );
  const estimateOf = (job: BenchmarkResult): CapacityEstimateRow | null => byJob.get(job.job_id) ?? null;
  const traits = resultTraits(jobs, estimateOf);
  const base = jobs.find((job) => job.job_id === baseId) ?? jobs[0];
  const baseIndex = base === undefined ? -1 : jobs.indexOf(base);
  const columns = jobs.map((job, index): JobColumn => {
    const [own, other] = [traits[index], traits[baseIndex]];
    const pair = own === undefined || other === undefined || index === baseIndex ? [] : [other, own];
    return {
      job,
      repeats: estimateOf(job)?.n ?? null,
      isBase: index === baseIndex,
      unlike: pair.length === 0 ? [] : comparability(pair, TRAITS).reasons,
    };
  });
  const facts = FACTS.map(({ trait, label }): JobLine => {
    const cells = traits.map((one) => factCell(one[trait] ?? null));
    return {
      key: trait,
      label,
      isMetric: false,
      cells,
      differs: new Set(cells.map(({ text }) => text)).size > 1,
    };
  });
  const known = jobs.map((job) => factCell(issueTexts(issues, [job.job_id]).join('; ') || null));
  const said = [
    { key: 'issues', label: 'Known issues', isMetric: false, cells: known, differs: true },
    ...facts,
  ].filter(({ cells }) => cells.some(({ text }) => text !== NO_VALUE));
  const means = meansOf(jobs, estimateOf);
  const metrics = RESULT_METRICS.map((key): JobLine => {
    const sources = jobs.map((job, index) => {
      const mean = means[index] ?? null;
      const isMean =
        mean !== null &&
        metricValue(mean, key) !== null &&
        // Of a cost that the source states the repeats have no mean.
        (key !== 'usd_per_million_tokens' || mean.price_basis === job.price_basis);
      return isMean
        ? { figure: figureOf(mean, key, mean), meanOf: mean.n }
        : { figure: figureOf(job, key, null), meanOf: null };
    });
    const baseFigure = sources[baseIndex]?.figure ?? null;
    const cells = sources.map(({ figure, meanOf }, index): JobCell => {
      const value = figure?.value ?? null;
      return {
        text: formatMetric(key, value),
        value,
        exact: value === null ? null : `${value} ${METRICS[key].unit}`.trim(),
        meanOf,
        difference: index === baseIndex ? null : differenceFrom(baseFigure, figure, METRICS[key].better),
      };
    });
    return {
      key,
      label: metricHeader(key),
      isMetric: true,
      cells,
      differs: new Set(cells.map(({ value }) => value)).size > 1,
    };
  }).filter(({ cells }) => cells.some(({ text }) => text !== NO_VALUE));
  return { columns, lines: [...said, ...metrics], answer: comparability(traits, TRAITS) };
}

/** The estimates that results with repeats stand for; null for one without, and where another of its repeats is selected too. */
function meansOf(
  jobs: readonly BenchmarkResult[],
  estimateOf: (job: BenchmarkResult) => CapacityEstimateRow | null,
): (CapacityEstimateRow | null)[] {
  const estimates = jobs.map(estimateOf);
  const counts = new Map<CapacityEstimateRow | null, number>();
  for (const estimate of estimates) counts.set(estimate, (counts.get(estimate) ?? 0) + 1);
  return estimates.map((estimate) =>
    estimate !== null && estimate.n > 1 && counts.get(estimate) === 1 ? estimate : null,
  );
}

const factCell = (value: string | number | null): JobCell => ({
  text: printed(value),
  value,
  exact: null,
  meanOf: null,
  difference: null,
});

const printed = (value: string | number | null): string =>
  value === null ? NO_VALUE : typeof value === 'number' ? grouped(value) : value;
