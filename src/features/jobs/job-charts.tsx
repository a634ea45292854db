import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { latencyKey, metricValue, type LatencyKind, type Percentile } from '#contract/metrics.ts';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { runJobsQuery } from '#src/api/run-jobs-query.ts';
import { ChartFrame } from '#src/components/chart/chart-frame.tsx';
import { shapeText } from '#src/components/chart/job-text.ts';
import type { ChartView } from '#src/components/chart/chart-params.ts';
import { PercentileChart } from '#src/components/chart/percentile-chart.tsx';
import type { JobResult } from './jobs-queries.ts';
import { toNeighbourChart, type NeighbourChart } from './neighbour-series.ts';

const KINDS: readonly LatencyKind[] = ['ttft', 'tpot', 'itl', 'e2e'];
const STATISTICS: readonly Percentile[] = ['p50', 'p90', 'p95', 'p99'];
const NO_JOBS: readonly RunJobWithParams[] = [];
const TITLE = 'This job in its run';

interface JobChartsProps {
  job: JobCurrentStatus;
  result: JobResult;
  view: ChartView;
  onViewChange: (change: Partial<ChartView>) => void;
}

/** The charts of a job with figures: its percentiles, and where it stands among the jobs of its run. */
export function JobCharts({ job, result, view, onViewChange }: JobChartsProps) {
  const neighbours = useQuery(runJobsQuery(job.org_id, job.run_id));
  const jobs = neighbours.data?.rows ?? NO_JOBS;
  const chart = useMemo(() => toNeighbourChart(TITLE, jobs, job), [jobs, job]);
  const hasPercentiles = KINDS.some((kind) => {
    const filled = STATISTICS.filter((name) => metricValue(result, latencyKey(kind, name)) !== null);
    return filled.length > 1;
  });
  if (!hasPercentiles && chart === null) return null;
  return (
    <div className={`grid items-start gap-3.5 ${hasPercentiles && chart !== null ? 'xl:grid-cols-2' : ''}`}>
      {hasPercentiles && <PercentileChart row={result} sampleCount={result.num_requests} plotHeight={220} />}
      {chart !== null && (
        <NeighbourPanel
          chart={chart}
          subtitle={shapeText(job) ?? undefined}
          view={view}
          onViewChange={onViewChange}
          key={job.job_id}
        />
      )}
    </div>
  );
}

interface NeighbourPanelProps extends Pick<JobChartsProps, 'view' | 'onViewChange'> {
  chart: NeighbourChart;
  subtitle: string | undefined;
}

function NeighbourPanel({ chart, subtitle, view, onViewChange }: NeighbourPanelProps) {
  const [hidden, setHidden] = useState(chart.hidden);
  const panels = useMemo(() => [chart.spec], [chart.spec]);
  return (
    <ChartFrame
      title={TITLE}
      subtitle={subtitle}
      panels={panels}
      plotHeight={220}
      view={view}
      onViewChange={onViewChange}
      hidden={hidden}
      onHiddenChange={setHidden}
    />
  );
}
