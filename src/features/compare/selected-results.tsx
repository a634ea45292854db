import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { knownIssuesQuery } from '#src/api/known-issues.ts';
import { Button } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ErrorState, Unread } from '#src/components/ui/error-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { notify } from '#src/components/ui/toast.ts';
import { ToggleChip } from '#src/components/ui/toggle-chip.tsx';
import { ComparabilityBanner } from './comparability-banner.tsx';
import { allJobIds, MOST_JOBS } from './job-ids.ts';
import { jobTable } from './jobs-rows.ts';
import { JobsTable } from './jobs-table.tsx';
import type { JobsTabProps } from './jobs-tab-props.ts';
import type { SelectedFile, SelectedShown } from './selected-export.ts';
import { selectedQuery } from './selected-query.ts';

interface SelectedResultsProps extends Omit<JobsTabProps, 'estimates'> {
  ids: readonly number[];
  picker: React.ReactNode;
}

/** Selected results side by side, with what they differ in and by how much. */
export function SelectedResults({ ids, orgIds, picker, view, onViewChange }: SelectedResultsProps) {
  const read = useQuery({ ...selectedQuery(orgIds, ids), placeholderData: (before) => before });
  const issuesRead = useQuery(knownIssuesQuery(orgIds));
  const issues = issuesRead.data;
  // What is pressed shows at once; the cells follow when that is painted.
  const [base, diff] = [useDeferredValue(view.base), useDeferredValue(view.diff)];
  const onBase = useCallback((id: number) => onViewChange({ base: id }), [onViewChange]);
  const remove = useCallback(
    (id: number) =>
      onViewChange({
        // All that the address names: one that was left out takes the place.
        jobs: allJobIds(view.jobs)
          .filter((one) => one !== id)
          .map(String),
        ...(view.base === id && { base: 0 }),
      }),
    [onViewChange, view.jobs, view.base],
  );
  const table = useMemo(() => {
    if (read.data === undefined) return null;
    const byId = new Map(read.data.results.map((row) => [row.job_id, row]));
    const jobs = ids.flatMap((id) => byId.get(id) ?? []);
    return { ...jobTable(jobs, read.data.estimates, base, issues), gone: ids.length - jobs.length };
  }, [read.data, ids, base, issues]);
  const lines = useMemo(
    () =>
      diff && table !== null && table.columns.length > 1
        ? table.lines.filter(({ differs }) => differs)
        : (table?.lines ?? []),
    [diff, table],
  );
  if (read.isError)
    return (
      <ErrorState
        error={read.error}
        title="The selected results could not be read"
        onRetry={() => void read.refetch()}
      />
    );
  if (table === null)
    return (
      <div role="status" aria-label="Reading the results">
        <Skeleton className="h-120!" />
      </div>
    );
  const same = table.lines.length - lines.length;
  const asked = allJobIds(view.jobs).length;
  return (
    <>
      <Unread query={issuesRead} what="Known issues of these results" />
      {table.columns.length > 1 && (
        <ComparabilityBanner
          answer={table.answer}
          advice="Differences of columns marked “unlike” say nothing about what is compared."
        />
      )}
      <Panel
        title={counted(table.columns.length, 'result')}
        note={[
          table.columns.length > 1 && table.answer.isLike ? 'like with like' : null,
          'difference from the baseline; clear where 95 % intervals lie apart',
          table.gone > 0 && !read.isFetching
            ? `${table.gone} without a result, or of another workspace`
            : null,
          asked > ids.length
            ? `${asked - ids.length} of ${asked} left out: ${MOST_JOBS} stand side by side at most`
            : null,
        ]
          .filter((part) => part !== null)
          .join(' · ')}
        actions={
          <>
            <ToggleChip pressed={view.diff} onPressedChange={(diff) => onViewChange({ diff })}>
              only what differs
            </ToggleChip>
            <ExportButtons shown={{ columns: table.columns, lines, same, answer: table.answer }} />
            {picker}
          </>
        }
      >
        {table.columns.length === 0 ? (
          <EmptyState
            title="None of the selected jobs has a result here"
            actions={<Button onClick={() => onViewChange({ jobs: [], base: 0 })}>Start anew</Button>}
          >
            They may still run, have failed, or belong to a workspace that is not shown.
          </EmptyState>
        ) : (
          <JobsTable
            columns={table.columns}
            lines={lines}
            chosenBase={view.base}
            onBase={onBase}
            onRemove={remove}
          />
        )}
        {same > 0 && table.columns.length > 0 && (
          <p className="border-t border-line px-3 py-1.5 text-xs text-ink-3">
            {counted(same, 'line')} where all are the same {same === 1 ? 'is' : 'are'} not shown.
          </p>
        )}
      </Panel>
    </>
  );
}

/** The table as a file, as it is seen. */
function ExportButtons({ shown }: { shown: SelectedShown }) {
  const [busy, setBusy] = useState<SelectedFile | null>(null);
  const save = async (kind: SelectedFile): Promise<void> => {
    setBusy(kind);
    try {
      await (await import('./selected-export.ts')).saveSelected(kind, shown);
    } catch (error) {
      notify.failure('The export failed', error);
    } finally {
      setBusy(null);
    }
  };
  return (['csv', 'xlsx'] as const).map((kind) => (
    <Button
      key={kind}
      variant="quiet"
      busy={busy === kind}
      disabled={shown.columns.length === 0 || (busy !== null && busy !== kind)}
      title="The results and lines shown, with the differences from the baseline"
      data-command={`Export the comparison as ${kind.toUpperCase()}`}
      onClick={() => void save(kind)}
    >
      {kind.toUpperCase()}
    </Button>
  ));
}
