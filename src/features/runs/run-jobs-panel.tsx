import { Link, useNavigate } from '@tanstack/react-router';
import { memo, Suspense, useCallback, useDeferredValue, useMemo, useRef, useState, type Ref } from 'react';
import type { ProjectRunWithStatus } from '#contract/views/v-project-runs-with-status.ts';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { grouped } from '#lib/grouped.ts';
import type { KnownIssues } from '#src/api/known-issues.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { rememberWalk } from '#src/components/results/list-walk.ts';
import type { PlacedRows } from '#src/components/table/placed-rows.ts';
import type { TableView } from '#src/components/table/table-params.ts';
import { varyingColumns } from '#src/components/table/varying-columns.ts';
import { ViewTable } from '#src/components/table/view-table.tsx';
import { Button, buttonStyles } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { FilterInput } from '#src/components/ui/filter-input.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { reach } from '#src/components/ui/reach.ts';
import { ToggleChip } from '#src/components/ui/toggle-chip.tsx';
import type { ViewState } from '#src/url/search.ts';
import type { SetView } from '#src/url/use-view-search.ts';
import { whyNot, type BulkKind } from './bulk-jobs.ts';
import { isReadInPart } from './read-in-part.ts';
import { commonText, runJobColumns } from './run-columns.tsx';
import type { runSearch } from './run-search.ts';
import { statusesOf, statusGroups } from './run-status.ts';
import { runJobsRead } from './runs-queries.ts';

const BulkJobsDialog = lazyPart(
  () => import('./bulk-jobs-dialog.tsx'),
  (part) => part.BulkJobsDialog,
);
const MarkIssueDialog = lazyPart(
  () => import('#src/components/known-issues/mark-issue-dialog.tsx'),
  (part) => part.MarkIssueDialog,
);
/** Jobs that an issue is said of at once. */
const MOST_MARKED = 200;
const BULK_KINDS: readonly BulkKind[] = ['cancel', 'retry'];

type RunView = ViewState<typeof runSearch.shape>;

interface RunJobsPanelProps {
  /** The panel, to be shown and focused from elsewhere on the page. */
  ref: Ref<HTMLElement>;
  run: ProjectRunWithStatus;
  /** The jobs read so far: all of them, unless the run is big. */
  jobs: readonly RunJobWithParams[];
  total: number;
  issues: KnownIssues;
  isPending: boolean;
  error: unknown;
  onRetry: () => void;
  view: Pick<RunView, keyof TableView | 'q' | 'status' | 'vary' | 'sel'>;
  onViewChange: SetView<RunView>;
}

/**
 * The jobs of a run: filtered by status and name, all columns or only those that differ, selected across filters.
 * Memoised: what changes in the chart draws no row again.
 */
export const RunJobsPanel = memo(function RunJobsPanel({
  ref,
  run,
  jobs,
  total,
  issues,
  view,
  onViewChange,
  ...state
}: RunJobsPanelProps) {
  const { org_id: orgId, run_id: runId } = run;
  const navigate = useNavigate();
  const { mayWrite } = useWorkspace();
  const [bulk, setBulk] = useState<BulkKind | null>(null);
  const [isMarking, setMarking] = useState<boolean | null>(null);
  const selectedIds = useMemo(() => view.sel.map(Number).filter(Number.isSafeInteger), [view.sel]);
  // Jobs that are not read here may be ones it can be done with; the dialog looks.
  const mayApply = (kind: BulkKind) => {
    const known = jobs.filter((job) => view.sel.includes(String(job.job_id)));
    return known.length < view.sel.length || known.some((job) => whyNot(kind, job) === null);
  };
  // Whoever opens a job from here walks on through this list, as it is filtered and sorted now.
  const placed = useRef<PlacedRows<RunJobWithParams>>(null);
  const onPlaced = useCallback((rows: PlacedRows<RunJobWithParams>) => {
    placed.current = rows;
  }, []);
  const keepWalk = () =>
    rememberWalk({
      orgId,
      of: { page: 'run', id: runId },
      ids: (placed.current?.loaded() ?? []).map(({ job_id: id }) => id),
      search: window.location.search,
    });
  const groups = statusGroups(run);
  const isPart = isReadInPart(jobs.length, total);
  const columns = useMemo(() => runJobColumns(jobs, issues, isPart), [jobs, issues, isPart]);
  const common = useMemo(() => commonText(jobs), [jobs]);
  // What is looked at: all jobs, or those read so far.
  const looked = isPart ? `the first ${grouped(jobs.length)}` : 'all';
  // Its chip is pressed at once; the rows follow when that is painted.
  const [q, status, vary] = [
    useDeferredValue(view.q),
    useDeferredValue(view.status),
    useDeferredValue(view.vary),
  ];
  const rows = useMemo(() => {
    const [text, statuses] = [q.toLowerCase(), statusesOf(status)];
    return jobs.filter(
      (job) =>
        (statuses.length === 0 || statuses.includes(job.status_code)) &&
        (text === '' || job.job_name.toLowerCase().includes(text)),
    );
  }, [jobs, q, status]);
  const varying = useMemo(
    () => (vary && rows.length > 1 ? varyingColumns(columns, rows).map(({ id }) => id) : null),
    [vary, columns, rows],
  );
  const tableView: TableView = varying === null ? view : { ...view, cols: varying };
  const isActive = run.pending_count + run.running_count > 0;
  const windowed = useMemo(
    () => runJobsRead(orgId, runId, { text: view.q, status: view.status }, isActive),
    [orgId, runId, view.q, view.status, isActive],
  );
  const isFiltered = q !== '' || status.length > 0;
  return (
    <Panel
      ref={ref}
      tabIndex={-1}
      className="scroll-mt-2"
      title="Jobs"
      note={common === null || common === '' ? undefined : `${looked}: ${common}`}
      // Links open a job too, in this window.
      onClickCapture={({ target }) => {
        if (target instanceof Element && target.closest('a[href*="/jobs/"]') !== null) keepWalk();
      }}
    >
      <ViewTable
        label="Jobs"
        viewKey="jobs"
        columns={columns}
        rows={rows}
        total={total}
        windowed={windowed}
        rowId={(job) => String(job.job_id)}
        view={tableView}
        // Choosing columns by hand ends the automatic choice.
        onViewChange={(change) =>
          onViewChange({ ...change, ...(change.cols !== undefined && { vary: false }) })
        }
        selected={view.sel}
        onSelectedChange={(sel) => onViewChange({ sel })}
        selectionActions={
          <>
            {mayWrite &&
              BULK_KINDS.map((kind) => (
                <Button key={kind} disabled={!mayApply(kind)} onClick={() => setBulk(kind)}>
                  {kind === 'cancel' ? 'Cancel…' : 'Try again…'}
                </Button>
              ))}
            {mayWrite && (
              <Button
                disabled={selectedIds.length > MOST_MARKED}
                title={
                  selectedIds.length > MOST_MARKED
                    ? `At most ${MOST_MARKED} jobs at once`
                    : 'Say what is wrong with their figures'
                }
                {...reach(MarkIssueDialog.load)}
                onClick={() => setMarking(true)}
              >
                Known issue…
              </Button>
            )}
            <Link
              to="/w/$orgId/compare"
              params={{ orgId }}
              search={{ jobs: view.sel.join(',') } as never}
              className={buttonStyles({ variant: 'primary' })}
            >
              Compare {view.sel.length}
            </Link>
          </>
        }
        onRowOpen={(job) => {
          keepWalk();
          void navigate({ to: '/w/$orgId/jobs/$jobId', params: { orgId, jobId: String(job.job_id) } });
        }}
        onPlaced={onPlaced}
        {...state}
        fileName={`run-${runId}-jobs`}
        toolbar={
          <>
            <FilterInput label="Find a job" value={view.q} onChange={(q) => onViewChange({ q })} />
            {groups.length > 1 &&
              groups.map(({ group, count }) => (
                <ToggleChip
                  key={group}
                  count={count}
                  pressed={view.status.includes(group)}
                  onPressedChange={(on) =>
                    onViewChange({
                      status: on ? [...view.status, group] : view.status.filter((one) => one !== group),
                    })
                  }
                >
                  {group}
                </ToggleChip>
              ))}
            <ToggleChip
              pressed={view.vary}
              title={`Hide columns in which ${looked} jobs are the same`}
              onPressedChange={(vary) => onViewChange({ vary })}
            >
              only columns that differ{isPart && ` in ${looked}`}
            </ToggleChip>
          </>
        }
        empty={
          isFiltered ? (
            <EmptyState
              title="No job passes the filters"
              actions={<Button onClick={() => onViewChange({ q: '', status: [] })}>Clear the filters</Button>}
            />
          ) : (
            <EmptyState title="No jobs in this run">
              Jobs appear here as soon as they are submitted to the run.
            </EmptyState>
          )
        }
      />
      {bulk !== null && (
        <Suspense>
          <BulkJobsDialog kind={bulk} jobIds={selectedIds} onClose={() => setBulk(null)} />
        </Suspense>
      )}
      {isMarking !== null && (
        <Suspense>
          <MarkIssueDialog orgId={orgId} jobIds={selectedIds} open={isMarking} onOpenChange={setMarking} />
        </Suspense>
      )}
    </Panel>
  );
});
