import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ProjectRunWithStatus } from '#contract/views/v-project-runs-with-status.ts';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import type { TableView } from '#src/components/table/table-params.ts';
import { varyingColumns } from '#src/components/table/table-view.ts';
import { ViewTable } from '#src/components/table/view-table.tsx';
import { Button, buttonStyles } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { FilterInput } from '#src/components/ui/filter-input.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { ToggleChip } from '#src/components/ui/toggle-chip.tsx';
import type { ViewState } from '#src/url/search.ts';
import type { SetView } from '#src/url/use-view-search.ts';
import { commonText, runJobColumns } from './run-columns.tsx';
import type { runSearch } from './run-search.ts';
import { statusesOf, statusGroups } from './run-status.ts';
import { runJobsRead } from './runs-queries.ts';

type RunView = ViewState<typeof runSearch.shape>;

interface RunJobsPanelProps {
  run: ProjectRunWithStatus;
  /** The jobs read so far: all of them, unless the run is big. */
  jobs: readonly RunJobWithParams[];
  total: number;
  isPending: boolean;
  error: unknown;
  onRetry: () => void;
  view: RunView;
  onViewChange: SetView<RunView>;
}

/** The jobs of a run: filtered by status and name, all columns or only those that differ, selected across filters. */
export function RunJobsPanel({ run, jobs, total, view, onViewChange, ...state }: RunJobsPanelProps) {
  const { org_id: orgId, run_id: runId } = run;
  const navigate = useNavigate();
  const groups = statusGroups(run);
  const columns = useMemo(() => runJobColumns(jobs), [jobs]);
  const common = useMemo(() => (total > jobs.length ? null : commonText(jobs)), [jobs, total]);
  const rows = useMemo(() => {
    const [text, statuses] = [view.q.toLowerCase(), statusesOf(view.status)];
    return jobs.filter(
      (job) =>
        (statuses.length === 0 || statuses.includes(job.status_code)) &&
        (text === '' || job.job_name.toLowerCase().includes(text)),
    );
  }, [jobs, view.q, view.status]);
  const tableView = useMemo<TableView>(
    () =>
      view.vary && rows.length > 1
        ? {
            sort: view.sort,
            cols: varyingColumns(columns, rows).map(({ id }) => id),
            filters: view.filters,
          }
        : { sort: view.sort, cols: view.cols, filters: view.filters },
    [view.vary, view.sort, view.cols, view.filters, columns, rows],
  );
  const isActive = run.pending_count + run.running_count > 0;
  const windowed = useMemo(
    () => runJobsRead(orgId, runId, { text: view.q, status: view.status }, isActive),
    [orgId, runId, view.q, view.status, isActive],
  );
  const isFiltered = view.q !== '' || view.status.length > 0;
  return (
    <Panel
      title="Jobs"
      note={common === null || common === '' ? undefined : `all: ${common}`}
      actions={
        view.sel.length > 0 ? (
          <>
            <Button variant="quiet" onClick={() => onViewChange({ sel: [] })}>
              Clear
            </Button>
            <Link
              to="/w/$orgId/compare"
              params={{ orgId }}
              search={{ jobs: view.sel.join(',') } as never}
              className={buttonStyles({ variant: 'primary' })}
            >
              Compare {view.sel.length}
            </Link>
          </>
        ) : undefined
      }
    >
      <ViewTable
        label="Jobs"
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
        onRowOpen={(job) =>
          void navigate({ to: '/w/$orgId/jobs/$jobId', params: { orgId, jobId: String(job.job_id) } })
        }
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
              title="Hide columns in which all jobs are the same"
              onPressedChange={(vary) => onViewChange({ vary })}
            >
              only columns that differ
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
    </Panel>
  );
}
