import { useMemo, useState } from 'react';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { ChartFrame } from '#src/components/chart/chart-frame.tsx';
import { shapeText } from '#src/components/chart/job-text.ts';
import type { ChartView } from '#src/components/chart/chart-params.ts';
import { PercentileChart } from '#src/components/chart/percentile-chart.tsx';
import { chartGrid, hasPercentiles } from './job-chart-places.ts';
import type { JobResult } from './jobs-queries.ts';
import { toNeighbourChart, type NeighbourChart } from './neighbour-series.ts';

const TITLE = 'This job in its run';

interface JobChartsProps {
  job: JobCurrentStatus;
  result: JobResult;
  /** The jobs of its run. */
  neighbours: readonly RunJobWithParams[];
  view: ChartView;
  onViewChange: (change: Partial<ChartView>) => void;
}

/** The charts of a job with figures: its percentiles, and where it stands among the jobs of its run. */
export function JobCharts({ job, result, neighbours, view, onViewChange }: JobChartsProps) {
  const chart = useMemo(() => toNeighbourChart(TITLE, neighbours, job), [neighbours, job]);
  const isMeasured = hasPercentiles(result);
  if (!isMeasured && chart === null) return null;
  return (
    <div className={chartGrid(Number(isMeasured) + Number(chart !== null))}>
      {isMeasured && <PercentileChart row={result} sampleCount={result.num_requests} plotHeight={220} />}
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
