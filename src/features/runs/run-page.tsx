import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import type { ProjectRunWithStatus } from '#contract/views/v-project-runs-with-status.ts';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import type { KnownIssues } from '#src/api/known-issues.ts';
import { runJobsQuery } from '#src/api/run-jobs-query.ts';
import { ApiCallButton } from '#src/components/api-call/api-call-button.tsx';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { TABLE_KEYS } from '#src/components/table/table-params.ts';
import { Button, buttonStyles } from '#src/components/ui/button.tsx';
import { Unread } from '#src/components/ui/error-state.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { CopyableId } from '#src/components/ui/copyable-id.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { ProvenanceTags } from '#src/components/ui/provenance-tag.tsx';
import { reach } from '#src/components/ui/reach.ts';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { StatusCounts } from '#src/components/ui/status-counts.tsx';
import { useViewSearch } from '#src/url/use-view-search.ts';
import { viewPart } from '#src/url/view-part.ts';
import { matrixSize } from './matrix/matrix-loads.ts';
import { RunChartPanel } from './run-chart.tsx';
import { RunJobsPanel } from './run-jobs-panel.tsx';
import { runSearch } from './run-search.ts';
import { runQuery } from './runs-queries.ts';

const RunHealth = lazyPart(
  () => import('./run-health.tsx'),
  (part) => part.RunHealth,
);
const JobMatrixPanel = lazyPart(
  () => import('./matrix/job-matrix-panel.tsx'),
  (part) => part.JobMatrixPanel,
);
const WalkNav = lazyPart(
  () => import('#src/components/results/walk-nav.tsx'),
  (part) => part.WalkNav,
);
const BaselinePanel = lazyPart(
  () => import('./baseline/baseline-panel.tsx'),
  (part) => part.BaselinePanel,
);

// What changes in one part of the page draws no other part again.
const Matrix = memo(JobMatrixPanel);

/** What of the address chart, matrix and table each work with. */
const CHART_KEYS = ['shape', 'thr', 'lat', 'series', 'zoom', 'ruler', 'table'] as const;
const MATRIX_KEYS = ['matrix', 'thr'] as const;
const JOBS_KEYS = [...TABLE_KEYS, 'q', 'status', 'vary', 'sel'] as const;

const NO_JOBS: readonly RunJobWithParams[] = [];
const NO_ISSUES: KnownIssues = new Map();
/** More names than this are counted instead. */
const MOST_NAMES = 3;

export function RunPage({ runId }: { runId: number }) {
  const { orgId } = useWorkspace();
  const { data: run } = useSuspenseQuery(runQuery(orgId, runId));
  return run === null ? null : <KnownRun run={run} />;
}

function KnownRun({ run }: { run: ProjectRunWithStatus }) {
  const { org_id: orgId, run_id: runId } = run;
  const [view, setView] = useViewSearch(runSearch);
  const read = useQuery(runJobsQuery(orgId, runId));
  const jobs = read.data?.rows ?? NO_JOBS;
  const issuesRead = useQuery({
    queryKey: ['known-issues', 'run', orgId],
    queryFn: async ({ signal }) => (await import('./run-issues.ts')).readRunIssues(orgId, signal),
    staleTime: 60_000,
  });
  const issues = issuesRead.data ?? NO_ISSUES;
  const [isChoosing, setChoosing] = useState(false);
  const total = read.data?.total ?? run.job_count;
  // Without any concurrency there is no curve; the table says all there is.
  const hasCurve = jobs.some((job) => job.concurrency !== null);
  const matrix = useMemo(() => matrixSize(jobs, total > jobs.length), [jobs, total]);
  const table = useRef<HTMLElement>(null);
  const showJobs = useCallback(() => {
    table.current?.scrollIntoView();
    table.current?.focus({ preventScroll: true });
  }, []);
  const chooseBaseline = useCallback(() => setChoosing(true), []);
  const { refetch } = read;
  const readAgain = useCallback(() => void refetch(), [refetch]);
  return (
    <Page>
      <RunHeader
        run={run}
        jobs={jobs}
        total={total}
        onBaseline={view.base === 0 && !isChoosing ? chooseBaseline : null}
      />
      <Unread query={issuesRead} what="Known issues of these jobs" />
      {read.data !== undefined && hasCurve && (
        <RunChartPanel
          jobs={jobs}
          total={total}
          issues={issues}
          view={viewPart(view, CHART_KEYS)}
          onViewChange={setView}
        />
      )}
      {matrix !== null && (
        <Suspense
          fallback={
            // The legend takes two lines more on a phone.
            <div className="box-content max-sm:pb-10.5" style={{ height: matrix.whole }}>
              <Skeleton className="h-full!" />
            </div>
          }
        >
          <Matrix
            orgId={orgId}
            runId={runId}
            jobs={jobs}
            total={total}
            issues={issues}
            isActive={run.pending_count + run.running_count > 0}
            view={viewPart(view, MATRIX_KEYS)}
            onViewChange={setView}
            onShowJobs={showJobs}
          />
        </Suspense>
      )}
      <Suspense fallback={<Skeleton className="h-26.5!" />}>
        <RunHealth orgId={orgId} runId={runId} />
      </Suspense>
      {(view.base !== 0 || isChoosing) && (
        <Suspense fallback={<Skeleton className="h-40!" />}>
          <BaselinePanel
            run={run}
            jobs={jobs}
            total={total}
            issues={issues}
            base={view.base}
            onBaseChange={(base) => setView({ base })}
            onClose={() => {
              setChoosing(false);
              setView({ base: 0 });
            }}
          />
        </Suspense>
      )}
      <RunJobsPanel
        ref={table}
        run={run}
        jobs={jobs}
        total={total}
        issues={issues}
        isPending={read.isPending}
        error={read.data === undefined ? read.error : null}
        onRetry={readAgain}
        view={viewPart(view, JOBS_KEYS)}
        onViewChange={setView}
      />
    </Page>
  );
}

interface RunHeaderProps {
  run: ProjectRunWithStatus;
  jobs: readonly RunJobWithParams[];
  total: number;
  /** Null while a baseline is chosen. */
  onBaseline: (() => void) | null;
}

const RunHeader = memo(function RunHeader({ run, jobs, total, onBaseline }: RunHeaderProps) {
  const { org_id: orgId, run_id: runId } = run;
  const { mayWrite } = useWorkspace();
  const last = jobs.at(-1);
  return (
    <PageHeader
      title={run.run_name}
      facts={[
        <CopyableId key="id" label="run" id={runId} />,
        <StatusCounts key="counts" counts={run} />,
        named(run.models, 'model'),
        named(run.gpus, 'GPU model'),
        run.provenances !== null && <ProvenanceTags key="p" provenances={run.provenances} />,
        run.created_by_name !== null && `by ${run.created_by_name}`,
        run.last_activity_at !== null && (
          <span key="t">
            last activity <RelativeTime at={run.last_activity_at} />
          </span>
        ),
      ]}
      actions={
        <>
          <Suspense>
            <WalkNav orgId={orgId} page="project" pageId={run.project_id} id={runId} search={{}} />
          </Suspense>
          <ApiCallButton
            calls={async () =>
              (await import('./run-calls.ts')).runCalls(orgId, runId, { read: jobs.length, total })
            }
          />
          {onBaseline !== null && (
            <Button {...reach(BaselinePanel.load)} onClick={onBaseline}>
              Against a baseline
            </Button>
          )}
          {mayWrite && (
            <Link
              to="/w/$orgId/submit"
              params={{ orgId }}
              search={{
                project: run.project_name,
                ...(last !== undefined && { from: String(last.job_id) }),
              }}
              className={buttonStyles({ variant: 'primary' })}
            >
              Submit to this run
            </Link>
          )}
        </>
      }
    />
  );
});

function named(names: readonly string[] | null, word: string): string | null {
  if (names === null) return null;
  return names.length <= MOST_NAMES ? names.join(', ') : counted(names.length, word);
}
