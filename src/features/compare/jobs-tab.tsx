import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { CapacityEstimateRow } from '#contract/views/v-inferencex-outputs.ts';
import { Button, buttonStyles } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { ToggleChip } from '#src/components/ui/toggle-chip.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import type { SetView } from '#src/url/use-view-search.ts';
import { ComparabilityBanner } from './comparability-banner.tsx';
import { MOST_JOBS, selectedQuery } from './compare-queries.ts';
import { compareSearch, type CompareView } from './compare-search.ts';
import { curatedPairs } from './curated-pairs.ts';
import { jobTable } from './jobs-rows.ts';
import { JobsTable } from './jobs-table.tsx';

const AddResultDialog = lazy(async () => ({
  default: (await import('./add-result-dialog.tsx')).AddResultDialog,
}));

interface JobsTabProps {
  orgIds: readonly string[];
  /** The best estimate of each deployment, for pairs to begin with; undefined while it is read. */
  estimates: readonly CapacityEstimateRow[] | undefined;
  view: CompareView;
  onViewChange: SetView<CompareView>;
}

/** Selected results side by side, with what they differ in and by how much. */
export function JobsTab({ orgIds, estimates, view, onViewChange }: JobsTabProps) {
  const [adds, setAdds] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const ids = useMemo(() => jobIds(view.jobs), [view.jobs]);
  const openPicker = (
    <Button
      variant={ids.length === 0 ? 'primary' : 'default'}
      onClick={() => {
        setWasOpened(true);
        setAdds(true);
      }}
    >
      <Plus aria-hidden />
      Add results
    </Button>
  );
  return (
    <>
      {ids.length === 0 ? (
        <Beginnings estimates={estimates} picker={openPicker} view={view} />
      ) : (
        <Selected ids={ids} orgIds={orgIds} picker={openPicker} view={view} onViewChange={onViewChange} />
      )}
      <Suspense>
        {wasOpened && (
          <AddResultDialog
            open={adds}
            onOpenChange={setAdds}
            orgIds={orgIds}
            takesSimulated={view.simulated}
            selected={view.jobs}
            onAdd={(id) => onViewChange({ jobs: [...ids.map(String), String(id)] })}
          />
        )}
      </Suspense>
    </>
  );
}

/** The ids of the address, each once; what is no id is left out. */
const jobIds = (texts: readonly string[]): number[] =>
  [...new Set(texts.filter((text) => /^[1-9]\d{0,9}$/.test(text)).map(Number))].slice(0, MOST_JOBS);

interface SelectedProps extends Omit<JobsTabProps, 'estimates'> {
  ids: readonly number[];
  picker: React.ReactNode;
}

function Selected({ ids, orgIds, picker, view, onViewChange }: SelectedProps) {
  const read = useQuery({ ...selectedQuery(orgIds, ids), placeholderData: (before) => before });
  const table = useMemo(() => {
    if (read.data === undefined) return null;
    const byId = new Map(read.data.results.map((row) => [row.job_id, row]));
    const jobs = ids.flatMap((id) => byId.get(id) ?? []);
    return { ...jobTable(jobs, read.data.estimates, view.base), gone: ids.length - jobs.length };
  }, [read.data, ids, view.base]);
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
  const lines =
    view.diff && table.columns.length > 1 ? table.lines.filter(({ differs }) => differs) : table.lines;
  const same = table.lines.length - lines.length;
  const remove = (id: number): void =>
    onViewChange({ jobs: ids.filter((one) => one !== id).map(String), ...(view.base === id && { base: 0 }) });
  return (
    <>
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
        ]
          .filter((part) => part !== null)
          .join(' · ')}
        actions={
          <>
            <ToggleChip pressed={view.diff} onPressedChange={(diff) => onViewChange({ diff })}>
              only what differs
            </ToggleChip>
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
            onBase={(base) => onViewChange({ base })}
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

function Beginnings({
  estimates,
  picker,
  view,
}: Pick<JobsTabProps, 'estimates' | 'view'> & { picker: React.ReactNode }) {
  const { orgId } = useWorkspace();
  const pairs = useMemo(() => (estimates === undefined ? [] : curatedPairs(estimates)), [estimates]);
  return (
    <Panel>
      <EmptyState
        title="Choose results to set side by side"
        actions={
          <>
            {picker}
            <Link to={`/w/${orgId}/leaderboard` as '/'} className={buttonStyles({ variant: 'default' })}>
              Select on the leaderboard
            </Link>
          </>
        }
      >
        Tick rows on the leaderboard or among a run’s jobs and press Compare, or add results here by name. The
        tabs above compare whole families: models, frameworks, precisions.
      </EmptyState>
      {estimates === undefined ? (
        <div className="px-4 pb-4">
          <Skeleton className="h-24!" />
        </div>
      ) : (
        pairs.length > 0 && (
          <div className="border-t border-line px-4 py-3">
            <h3 className="text-xs font-medium text-ink-3">To begin with: pairs that differ in one thing</h3>
            <ul className="mt-1.5 grid gap-1.5">
              {pairs.map((pair) => (
                <li key={pair.kind} className="text-sm">
                  <Link
                    to="."
                    search={
                      compareSearch.write({
                        jobs: pair.jobIds.map(String),
                        published: view.published,
                        simulated: view.simulated,
                      }) as never
                    }
                    className="text-accent"
                  >
                    {pair.title}
                  </Link>
                  <span className="block text-xs text-ink-3">{pair.where}</span>
                </li>
              ))}
            </ul>
          </div>
        )
      )}
    </Panel>
  );
}
