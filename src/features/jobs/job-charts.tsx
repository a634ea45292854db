import { useCallback, useMemo } from 'react';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { ChartFrame } from '#src/components/chart/chart-frame.tsx';
import { shapeText } from '#src/components/chart/job-text.ts';
import type { ChartView } from '#src/components/chart/chart-params.ts';
import { PercentileChart } from '#src/components/chart/percentile-chart.tsx';
import { hiddenOf, namedWith } from './hidden-series.ts';
import { chartGrid, hasPercentiles, LATENCIES } from './job-chart-places.ts';
import type { JobResult } from './jobs-queries.ts';
import { toNeighbourChart, type NeighbourChart } from './neighbour-series.ts';

const TITLE = 'This job in its run';
const NONE: ReadonlySet<string> = new Set();
const NO_NAMES: readonly string[] = [];

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
  const latencies = useHidden(LATENCIES, NONE, view, onViewChange);
  if (!isMeasured && chart === null) return null;
  return (
    <div className={chartGrid(Number(isMeasured) + Number(chart !== null))}>
      {isMeasured && (
        <PercentileChart
          row={result}
          sampleCount={result.num_requests}
          plotHeight={220}
          name="latency"
          view={view}
          onViewChange={onViewChange}
          {...latencies}
        />
      )}
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
  const panels = useMemo(() => [chart.spec], [chart.spec]);
  const ids = useMemo(() => chart.spec.series.map(({ id }) => id), [chart.spec]);
  const others = useHidden(ids, chart.hidden, view, onViewChange);
  return (
    <ChartFrame
      title={TITLE}
      subtitle={subtitle}
      panels={panels}
      plotHeight={220}
      view={view}
      onViewChange={onViewChange}
      {...others}
    />
  );
}

/** A chart's hidden series in the one list that the address has for the page. */
function useHidden(
  ids: readonly string[],
  first: ReadonlySet<string>,
  { hidden: named = NO_NAMES }: ChartView,
  onViewChange: JobChartsProps['onViewChange'],
) {
  const hidden = useMemo(() => hiddenOf(named, ids, first), [named, ids, first]);
  const onHiddenChange = useCallback(
    (next: ReadonlySet<string>) => onViewChange({ hidden: namedWith(named, ids, first, next) }),
    [named, ids, first, onViewChange],
  );
  return { hidden, onHiddenChange };
}
