import { memo, useCallback, useMemo } from 'react';
import { METRICS, type MetricKey } from '#contract/metrics.ts';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { grouped } from '#lib/grouped.ts';
import type { KnownIssues } from '#src/api/known-issues.ts';
import { ChartFrame } from '#src/components/chart/chart-frame.tsx';
import { CompactSelect } from '#src/components/ui/compact-select.tsx';
import { late, useLate } from '#src/components/ui/late.ts';
import type { ViewState } from '#src/url/search.ts';
import type { SetView } from '#src/url/use-view-search.ts';
import { isReadInPart } from './read-in-part.ts';
import type { runSearch } from './run-search.ts';
import {
  ALL_SHAPES,
  chooseMetric,
  chooseShape,
  hiddenSeries,
  LATENCY_METRICS,
  markPlateau,
  metricsWithValues,
  shapesOf,
  shownTokens,
  THROUGHPUT_METRICS,
  toRunChart,
} from './run-series.ts';

type RunView = ViewState<typeof runSearch.shape>;

interface RunChartPanelProps {
  jobs: readonly RunJobWithParams[];
  /** Jobs of the run in all, when `jobs` are not all of them. */
  total: number;
  issues: KnownIssues;
  view: Pick<RunView, 'shape' | 'thr' | 'lat' | 'series' | 'zoom' | 'ruler' | 'table'>;
  onViewChange: SetView<RunView>;
}

const marking = late(() => import('./run-issues.ts'));

const TITLE = 'Throughput and latency over concurrency';

/** How throughput and latency move with concurrency: two charts that share x. Memoised: the table below has its own view. */
export const RunChartPanel = memo(function RunChartPanel({
  jobs,
  total,
  issues,
  view,
  onViewChange,
}: RunChartPanelProps) {
  const shapes = useMemo(() => shapesOf(jobs), [jobs]);
  const shape = useMemo(() => chooseShape(view.shape, shapes, jobs), [view.shape, shapes, jobs]);
  const throughputs = useMemo(() => metricsWithValues(jobs, THROUGHPUT_METRICS), [jobs]);
  const latencies = useMemo(() => metricsWithValues(jobs, LATENCY_METRICS), [jobs]);
  const throughput = chooseMetric(view.thr, throughputs, jobs);
  const latency = chooseMetric(view.lat, latencies, jobs);
  const chart = useMemo(
    () => toRunChart(jobs, { title: TITLE, throughput, latency, shape }),
    [jobs, throughput, latency, shape],
  );
  const { series } = chart;
  const hidden = useMemo(
    () => hiddenSeries(series, view.series, throughput),
    [series, view.series, throughput],
  );
  const marks = useLate(marking, issues.size > 0);
  const panels = useMemo(() => {
    const drawn = markPlateau(chart, throughput, hidden);
    return marks === undefined ? drawn : marks.markIssues(drawn, issues);
  }, [chart, throughput, hidden, marks, issues]);
  const onHiddenChange = useCallback(
    (next: ReadonlySet<string>) => onViewChange({ series: shownTokens(series, next) }),
    [onViewChange, series],
  );
  const [only] = shapes;
  return (
    <ChartFrame
      title={TITLE}
      subtitle={[
        shapes.length === 1 ? only?.label : null,
        isReadInPart(jobs.length, total)
          ? `the first ${grouped(jobs.length)} of ${grouped(total)} jobs`
          : null,
      ]
        .filter((part) => part != null)
        .join(', ')}
      panels={panels}
      plotHeight={180}
      view={view}
      onViewChange={onViewChange}
      hidden={hidden}
      onHiddenChange={onHiddenChange}
      state={panels.length === 0 ? { kind: 'empty', message: emptyMessage(jobs) } : { kind: 'ready' }}
      controls={
        <>
          {shapes.length > 1 && (
            <CompactSelect
              label="Lengths shown"
              value={shape}
              options={[
                { value: ALL_SHAPES, label: 'all lengths' },
                ...shapes.map(({ key, label, count }) => ({ value: key, label: `${label} (${count})` })),
              ]}
              onValueChange={(next) => onViewChange({ shape: next, series: [], zoom: [], ruler: null })}
            />
          )}
          <MetricSelect
            label="Metric of the upper chart"
            value={throughput}
            keys={throughputs}
            onChange={(thr) => onViewChange({ thr })}
          />
          <MetricSelect
            label="Metric of the lower chart"
            value={latency}
            keys={latencies}
            onChange={(lat) => onViewChange({ lat })}
          />
        </>
      }
    />
  );
});

/** Why there is no curve. Jobs that failed the self-check have figures, but none that may be compared. */
function emptyMessage(jobs: readonly RunJobWithParams[]): string {
  const invalid = jobs.filter((job) => job.status_code === 'completed' && job.is_valid === false).length;
  if (invalid === 0) return 'No job of this run has finished with figures yet.';
  return `No curve yet: ${invalid} ${invalid === 1 ? 'job' : 'jobs'} failed the self-check of the load generator; the table shows ${invalid === 1 ? 'it' : 'them'}.`;
}

interface MetricSelectProps {
  label: string;
  value: MetricKey | null;
  keys: readonly MetricKey[];
  onChange: (key: string) => void;
}

function MetricSelect({ label, value, keys, onChange }: MetricSelectProps) {
  if (keys.length < 2) return null;
  return (
    <CompactSelect
      label={label}
      value={value}
      options={keys.map((key) => ({ value: key, label: METRICS[key].label }))}
      onValueChange={onChange}
    />
  );
}
