import type { MetricKey } from '#contract/metrics.ts';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import type { ChartSpec } from '#lib/charts/chart-spec.ts';
import { isOnCurve, jobNotes, toJobSeries } from '#src/components/chart/job-series.ts';
import { toLineSpec } from '#src/components/chart/metric-series.ts';
import { metricValue } from '#contract/metrics.ts';

const METRICS_TRIED: readonly MetricKey[] = ['tokens_per_sec_per_gpu', 'tokens_per_sec', 'requests_per_sec'];
/** With more lines the picture starts with the job's own and those are one press away. */
const FEW_SERIES = 5;

export interface NeighbourChart {
  readonly spec: ChartSpec;
  readonly hidden: ReadonlySet<string>;
}

type Shape = Pick<RunJobWithParams, 'job_id' | 'concurrency' | 'model_code' | 'tool_code'> &
  Pick<RunJobWithParams, 'input_sequence_length' | 'output_sequence_length'>;

/**
 * Throughput over concurrency of the jobs of a run that measured the same as this one, which is marked; null while
 * fewer than two of them have figures, as one point is no curve.
 */
export function toNeighbourChart(
  title: string,
  jobs: readonly RunJobWithParams[],
  job: Shape,
): NeighbourChart | null {
  const alike = jobs.filter(
    (one) =>
      isOnCurve(one) &&
      one.concurrency !== null &&
      one.tool_code === job.tool_code &&
      one.model_code === job.model_code &&
      one.input_sequence_length === job.input_sequence_length &&
      one.output_sequence_length === job.output_sequence_length,
  );
  const metric = METRICS_TRIED.find(
    (key) => alike.filter((one) => metricValue(one, key) !== null).length > 1,
  );
  if (metric === undefined) return null;
  const series = toJobSeries(alike);
  const own = series.find(({ rows }) =>
    (rows as readonly RunJobWithParams[]).some((row) => row.job_id === job.job_id),
  );
  const spec = toLineSpec({
    title,
    metric,
    series,
    references: job.concurrency === null ? [] : [{ axis: 'x', value: job.concurrency, label: 'this job' }],
  });
  const others = series.filter((one) => one !== own).map(({ id }) => id);
  return {
    spec: { ...spec, notes: [...(spec.notes ?? []), ...jobNotes(alike)] },
    hidden: new Set(own !== undefined && series.length > FEW_SERIES ? others : []),
  };
}
