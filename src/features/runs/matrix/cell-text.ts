import { formatMetric, METRICS, type MetricKey } from '#contract/metrics.ts';
import { grouped } from '#lib/grouped.ts';
import { issueTexts, NO_ISSUES, type KnownIssues } from '#src/api/known-issues.ts';
import { counted } from '#src/components/ui/counted.ts';
import type { MatrixBlock, MatrixCell, MatrixRow } from './job-matrix.ts';

/** "concurrency 8, 1,024 in / 1,024 out, H200": which load a cell is of. */
export function loadText(concurrency: number | null, row: MatrixRow, block: MatrixBlock): string {
  return [
    concurrency === null ? 'no concurrency given' : `concurrency ${formatMetric('concurrency', concurrency)}`,
    row.lengths,
    block.name,
  ]
    .filter((part) => part !== null && part !== '')
    .join(', ');
}

/** "401 tokens/s, mean of 3, 95 % interval 390 to 412; 1 failed (lease_lost), 3 completed". `print` says how figures stand. Ends with what is known to be wrong with them. */
export function cellText(
  cell: MatrixCell,
  metric: MetricKey | null,
  print: (metric: MetricKey, value: number) => string = formatMetric,
  issues: KnownIssues = NO_ISSUES,
): string {
  const { figure, n, states, jobs } = cell;
  const parts: string[] = [];
  if (metric !== null) {
    const { short, unit } = METRICS[metric];
    parts.push(
      figure === null
        ? `no ${short}`
        : [
            `${short} ${print(metric, figure.value)} ${unit}`.trim(),
            n > 1 ? `mean of ${n}` : '',
            figure.lower !== null && figure.upper !== null
              ? `95 % interval ${print(metric, figure.lower)} to ${print(metric, figure.upper)}`
              : '',
          ]
            .filter((part) => part !== '')
            .join(', '),
    );
  }
  const errors = [
    ...new Set(jobs.flatMap((job) => (job.status_code === 'failed' ? (job.error_code ?? []) : []))),
  ];
  parts.push(
    states
      .map(({ state, count }) => {
        const why = state === 'failed' && errors.length > 0 ? ` (${errors.join(', ')})` : '';
        return `${jobs.length === 1 ? '' : `${count} `}${state}${why}`;
      })
      .join(', '),
  );
  return [...parts, ...cellIssues(cell, issues).map((text) => `known issue: ${text}`)].join('; ');
}

/** What is known to be wrong with jobs of a cell, each text once. */
export const cellIssues = ({ jobs }: MatrixCell, issues: KnownIssues): string[] =>
  issueTexts(
    issues,
    jobs.map(({ job_id: id }) => id),
  );

/** "36 loads, 2 with a failed or unsound job, 1 without a job": what to look at, in words. */
export function countsText({ loads, faulty, gaps }: { loads: number; faulty: number; gaps: number }): string {
  return [
    counted(loads, 'load'),
    faulty > 0 && `${grouped(faulty)} with a failed or unsound job`,
    gaps > 0 && `${grouped(gaps)} without a job`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}
