import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, type MouseEvent } from 'react';
import { METRICS, type MetricKey } from '#contract/metrics.ts';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { grouped } from '#lib/grouped.ts';
import type { KnownIssues } from '#src/api/known-issues.ts';
import { isOnCurve, jobNotes, latencyNotes } from '#src/components/chart/job-series.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { rememberWalk } from '#src/components/results/list-walk.ts';
import { Button } from '#src/components/ui/button.tsx';
import { CompactSelect } from '#src/components/ui/compact-select.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { ProvenanceTags } from '#src/components/ui/provenance-tag.tsx';
import { notify } from '#src/components/ui/toast.ts';
import type { ViewState } from '#src/url/search.ts';
import type { SetView } from '#src/url/use-view-search.ts';
import type { runSearch } from '../run-search.ts';
import { chooseMetric, LATENCY_METRICS, metricsWithValues, THROUGHPUT_METRICS } from '../run-series.ts';
import type { GapSearch } from './gap-search.ts';
import { jobMatrix, type JobMatrix, type MatrixCell, type MatrixJob } from './job-matrix.ts';
import { MatrixLegend } from './matrix-legend.tsx';
import { laterJobsQuery } from './matrix-query.ts';
import { MatrixTable } from './matrix-table.tsx';

type RunView = ViewState<typeof runSearch.shape>;

interface JobMatrixPanelProps {
  orgId: string;
  runId: number;
  /** The jobs that the page has read: all of them, unless the run is big. */
  jobs: readonly RunJobWithParams[];
  total: number;
  issues: KnownIssues;
  isActive: boolean;
  view: Pick<RunView, 'matrix' | 'thr'>;
  onViewChange: SetView<RunView>;
  /** Shows the jobs that the table below is filtered to. */
  onShowJobs: () => void;
}

const NONE: readonly MatrixJob[] = [];

/** Every load of the run in a grid of concurrency and lengths: its figure, the states of its jobs, and what is missing. */
export function JobMatrixPanel(props: JobMatrixPanelProps) {
  const { orgId, runId, jobs, total, issues, isActive, view, onViewChange, onShowJobs } = props;
  const navigate = useNavigate();
  const { mayWrite } = useWorkspace();
  const isPart = total > jobs.length;
  const later = useQuery({ ...laterJobsQuery(orgId, runId, jobs.length, isActive), enabled: isPart });
  const more: readonly MatrixJob[] = (isPart ? later.data : undefined) ?? NONE;
  const all = useMemo<readonly MatrixJob[]>(
    () => (more.length === 0 ? jobs : [...jobs, ...more]),
    [jobs, more],
  );
  const isWhole = all.length >= total;
  const metrics = useMemo(
    () => metricsWithValues(all, [...THROUGHPUT_METRICS, ...LATENCY_METRICS, 'success_rate']),
    [all],
  );
  // As the upper chart has it, until another is chosen here.
  const metric = useMemo(
    () =>
      metrics.find((key) => key === view.matrix) ??
      chooseMetric(view.thr, metricsWithValues(all, THROUGHPUT_METRICS), all) ??
      metrics[0] ??
      null,
    [all, metrics, view.matrix, view.thr],
  );
  const matrix = useMemo(() => jobMatrix(all, metric), [all, metric]);
  // As below the chart; jobs that are not sound are seen in their cells.
  const figureNotes = useMemo(
    () =>
      LATENCY_METRICS.some((key) => key === metric)
        ? latencyNotes(all)
        : metric === 'success_rate'
          ? []
          : jobNotes(all.filter(isOnCurve)),
    [all, metric],
  );
  const flagged = useMemo(() => all.filter(({ job_id: id }) => issues.has(id)).length, [all, issues]);
  // Of several the rows say which.
  const provenances = new Set(matrix.blocks.map(({ provenance }) => provenance));
  const open = (event: MouseEvent, cell: MatrixCell) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    const [only, second] = cell.jobs;
    if (only !== undefined && second === undefined) {
      const of = { page: 'run', id: runId } as const;
      rememberWalk({ orgId, of, ids: jobIdsOf(matrix), search: window.location.search });
      void navigate({ to: '/w/$orgId/jobs/$jobId', params: { orgId, jobId: String(only.job_id) } });
      return;
    }
    onViewChange({ filters: cell.filters, q: '', status: [] }, { push: true });
    onShowJobs();
  };
  const submit = (event: MouseEvent, load: GapSearch) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    void navigate({ to: '/w/$orgId/submit', params: { orgId }, search: { ...load } });
  };
  return (
    <Panel
      title="Job matrix"
      note={
        <span className="inline-flex items-center gap-2">
          {provenances.size === 1 && <ProvenanceTags provenances={[...provenances]} />}
          <span className="max-lg:hidden">concurrency across, lengths down; mean of sound repeats</span>
        </span>
      }
      actions={
        <>
          {metrics.length > 1 && metric !== null && (
            <CompactSelect
              label="Metric of the matrix"
              value={metric}
              options={metrics.map((key) => ({ value: key, label: METRICS[key].label }))}
              onValueChange={(next) => onViewChange({ matrix: next })}
              className="max-sm:max-w-32"
            />
          )}
          <Button
            variant="quiet"
            aria-label="Download CSV of the job matrix"
            className="min-h-6! px-1.5! text-xs! font-normal! print:hidden"
            onClick={() => void save(matrix, metric, issues, runId)}
          >
            CSV
          </Button>
        </>
      }
    >
      <MatrixTable
        orgId={orgId}
        matrix={matrix}
        metric={metric}
        issues={issues}
        isPart={isPart}
        isWhole={isWhole}
        after={
          isPart &&
          later.data === undefined &&
          later.error !== null && (
            <div className="p-3">
              <ErrorState
                error={later.error}
                title={`The jobs after the first ${grouped(jobs.length)} could not be read`}
                onRetry={() => void later.refetch()}
              />
            </div>
          )
        }
        maySubmit={mayWrite}
        onOpen={open}
        onSubmit={submit}
      />
      <MatrixLegend
        matrix={matrix}
        metric={metric}
        isWhole={isWhole}
        notes={[
          ...figureNotes,
          flagged > 0 && `${counted(flagged, 'job')} with a known issue, marked`,
          isPart &&
            later.isFetching &&
            later.data === undefined &&
            `reading ${counted(total - jobs.length, 'other job')} …`,
          isPart && isActive && later.data !== undefined && 'read again every minute',
          !isWhole && !later.isFetching && `the first ${grouped(all.length)} of ${grouped(total)} jobs`,
        ].filter((note) => note !== false)}
      />
    </Panel>
  );
}

/** A press that the page follows itself; the browser's own ways of opening a link stay. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

const jobIdsOf = ({ blocks }: JobMatrix): number[] =>
  blocks.flatMap(({ rows }) =>
    rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.jobs.map(({ job_id: id }) => id) ?? [])),
  );

async function save(
  matrix: JobMatrix,
  metric: MetricKey | null,
  issues: KnownIssues,
  runId: number,
): Promise<void> {
  try {
    const { saveMatrix } = await import('./matrix-csv.ts');
    saveMatrix(matrix, metric, issues, runId);
  } catch (error) {
    notify.failure('No CSV could be made', error);
  }
}
