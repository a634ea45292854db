import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import { outlinesQuery, type EstimateOutline } from '#src/api/estimate-queries.ts';
import { ApiCallButton } from '#src/components/api-call/api-call-button.tsx';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { resultOrgIds } from '#src/components/results/result-org-ids.ts';
import { buttonStyles } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { LinkTabs } from '#src/components/ui/link-tabs.tsx';
import { ToggleChip } from '#src/components/ui/toggle-chip.tsx';
import { useViewSearch } from '#src/url/use-view-search.ts';
import { COMPARE_VIEWS, compareSearch, type CompareKind, type CompareView } from './compare-search.ts';
import { jobCount } from './job-ids.ts';
import { JobsTab, loadJobsTab } from './jobs-tab.tsx';
import { useOpenTab } from './use-open-tab.ts';
import { Waiting } from './waiting.tsx';

const SetTab = lazyPart(
  () => import('./set-tab.tsx'),
  (part) => part.SetTab,
);

const LABELS: Readonly<Record<CompareKind, string>> = {
  jobs: 'Selected results',
  models: 'Models',
  frameworks: 'Frameworks',
  quantization: 'Quantization',
  concurrency: 'Concurrency',
  hardware: 'Hardware',
};

/** Begins to fetch the code of a tab. */
export const loadTab = ({ view, jobs }: CompareView): Promise<void> =>
  view === 'jobs' ? loadJobsTab(jobs.length > 0) : SetTab.ahead();

/** Results beside each other: selected ones, or families that differ in one thing. */
export function ComparePage() {
  const { orgId, membership, user } = useWorkspace();
  const [view, setView] = useViewSearch(compareSearch);
  const reference = membership.is_reference ? undefined : user.memberships.find((one) => one.is_reference);
  const orgIds = useMemo(
    () => resultOrgIds(orgId, user.memberships, view.published),
    [orgId, user.memberships, view.published],
  );
  const read = useQuery(outlinesQuery(orgIds));
  const estimates = useMemo((): readonly EstimateOutline[] | undefined => {
    const rows = read.data?.rows;
    return view.simulated ? rows : rows?.filter((row) => row.provenance !== 'simulated');
  }, [read.data, view.simulated]);
  const simulatedCount = read.data?.rows.filter((row) => row.provenance === 'simulated').length ?? 0;
  const tabs = useOpenTab(view.view);
  const { published, simulated, jobs, base, diff } = view;
  // Tabs keep what is taken in and the selection; a subject of one tab means nothing in another.
  const kept = { published, simulated, jobs, base, diff };
  return (
    <Page>
      <PageHeader
        title="Compare"
        facts={[
          estimates !== undefined && `${counted(estimates.length, 'deployment')} with figures`,
          read.data !== undefined &&
            read.data.total > read.data.rows.length &&
            `${counted(read.data.total - read.data.rows.length, 'more estimate')} not read`,
          'only results that pass their self-check',
          'ranks and shares hold within one set: same workload, same provenance',
        ]}
        actions={
          <>
            <ApiCallButton
              calls={async () =>
                (await import('./compare-calls.ts')).compareCalls(orgIds, view, estimates ?? [])
              }
            />
            {reference !== undefined && (
              <ToggleChip
                pressed={published}
                onPressedChange={(next) => setView({ published: next, point: 0 })}
              >
                published results
              </ToggleChip>
            )}
            {(simulatedCount > 0 || simulated) && (
              <ToggleChip
                pressed={simulated}
                onPressedChange={(next) => setView({ simulated: next, point: 0 })}
                count={simulatedCount}
              >
                simulated results
              </ToggleChip>
            )}
            <Link to="/w/$orgId/cost" params={{ orgId }} className={buttonStyles()}>
              Compare cost
            </Link>
          </>
        }
      />
      <div ref={tabs}>
        <LinkTabs
          label="Comparisons"
          tabs={COMPARE_VIEWS.map((kind) => ({
            label: kind === 'jobs' ? LABELS.jobs + jobCount(jobs) : LABELS[kind],
            search: compareSearch.write({ ...kept, view: kind }),
            active: view.view === kind,
          }))}
        />
      </div>
      {read.isError ? (
        <ErrorState
          error={read.error}
          title="What there is to compare could not be read"
          onRetry={() => void read.refetch()}
        />
      ) : (
        <Suspense fallback={<Waiting />}>
          {view.view === 'jobs' ? (
            <JobsTab orgIds={orgIds} estimates={estimates} view={view} onViewChange={setView} />
          ) : estimates === undefined ? (
            <Waiting />
          ) : (
            <SetTab
              key={view.view}
              kind={view.view}
              estimates={estimates}
              leavesSimulated={!simulated && simulatedCount > 0}
              view={view}
              onViewChange={setView}
            />
          )}
        </Suspense>
      )}
    </Page>
  );
}
