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

/** Selected results side by side in the order they were selected: facts, then metrics with the difference from the baseline (the first unless named). */
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
  const metrics = RESULT_METRICS.map((key): JobLine => {
    const baseFigure = base === undefined ? null : figureOf(base, key, estimateOf(base));
    const cells = jobs.map((job, index): JobCell => {
      const value = metricValue(job, key);
      return {
        text: formatMetric(key, value),
        value,
        exact: value === null ? null : `${value} ${METRICS[key].unit}`.trim(),
        difference:
          index === baseIndex
            ? null
            : differenceFrom(baseFigure, figureOf(job, key, estimateOf(job)), METRICS[key].better),
      };
    });
    return {
      key,
      label: metricHeader(key),
      isMetric: true,
      cells,
      differs: new Set(jobs.map((job) => metricValue(job, key))).size > 1,
    };
  }).filter(({ cells }) => cells.some(({ text }) => text !== NO_VALUE));
  return { columns, lines: [...said, ...metrics], answer: comparability(traits, TRAITS) };
}

const factCell = (value: string | number | null): JobCell => ({
  text: printed(value),
  value,
  exact: null,
  difference: null,
});

const printed = (value: string | number | null): string =>
  value === null ? NO_VALUE : typeof value === 'number' ? value.toLocaleString('en-US') : value;
