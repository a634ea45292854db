import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { METRICS } from '#contract/metrics.ts';
import { bestEstimatesQuery, estimatesQuery } from '#src/api/estimate-queries.ts';
import { ApiCallButton } from '#src/components/api-call/api-call-button.tsx';
import { viewCall } from '#src/components/api-call/api-call.ts';
import { eq, isIn } from '#src/api/view-query.ts';
import { vThroughputLeaderboard } from '#contract/views/v-throughput-leaderboard.ts';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { chooseSubject, shapeWords, subjectsOf } from '#src/components/results/subjects.ts';
import { resultOrgIds } from '#src/components/results/result-org-ids.ts';
import { SubjectSelect } from '#src/components/results/subject-select.tsx';
import { DataTable } from '#src/components/table/data-table.tsx';
import { Button, buttonStyles } from '#src/components/ui/button.tsx';
import { CompactSelect } from '#src/components/ui/compact-select.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { ToggleChip } from '#src/components/ui/toggle-chip.tsx';
import { useViewSearch } from '#src/url/use-view-search.ts';
import { boardColumns, measureWords } from './board-columns.tsx';
import { MEASURES, STATISTICS } from './board-measures.ts';
import { boardRows } from './board-rows.ts';
import { leaderboardSearch } from './leaderboard-search.ts';
import { LimitInput } from '#src/components/results/limit-input.tsx';

const BoardChart = lazy(async () => ({ default: (await import('./board-chart.tsx')).BoardChart }));
const RowDrawer = lazy(async () => ({ default: (await import('./row-drawer.tsx')).RowDrawer }));

/** Deployments ranked for one model and workload shape, under a service level. */
export function LeaderboardPage() {
  const { orgId, user, membership } = useWorkspace();
  const navigate = useNavigate();
  const [view, setView] = useViewSearch(leaderboardSearch);
  const [nowMs] = useState(() => Date.now());
  const orgIds = useMemo(
    () => resultOrgIds(orgId, user.memberships, view.published),
    [orgId, user.memberships, view.published],
  );
  const best = useQuery(bestEstimatesQuery(orgIds));
  const subjects = useMemo(
    () =>
      subjectsOf((best.data?.rows ?? []).filter((row) => view.simulated || row.provenance !== 'simulated')),
    [best.data, view.simulated],
  );
  const { subject, note } = chooseSubject(subjects, view.model, view.shape);
  const estimates = useQuery(estimatesQuery(orgIds, subject?.model ?? '', subject?.shape ?? ''));
  const { stat, ttft, tpot, e2e, user: perUser, by } = view;
  const shown = useMemo(
    () => (estimates.data?.rows ?? []).filter((row) => view.simulated || row.provenance !== 'simulated'),
    [estimates.data, view.simulated],
  );
  const unread = (estimates.data?.total ?? 0) - (estimates.data?.rows.length ?? 0);
  const left = (estimates.data?.rows.length ?? 0) - shown.length;
  const board = useMemo(
    () => boardRows(shown, by, { stat, ttft, tpot, e2e, user: perUser }),
    [shown, by, stat, ttft, tpot, e2e, perUser],
  );
  const workspaces = useMemo(
    () => new Map(user.memberships.map((one) => [one.org_id, one.org_name])),
    [user.memberships],
  );
  const hasLimits = [ttft, tpot, e2e, perUser].some((limit) => limit !== null);
  const columns = useMemo(
    () => boardColumns({ measure: by, stat, nowMs, hasLimits, workspaces }),
    [by, stat, nowMs, hasLimits, workspaces],
  );
  const open = board.find(({ deployment }) => deployment.rows.some((row) => row.job_id === view.row));
  const isPending = best.isPending || (subject !== null && estimates.isPending);
  const error = best.error ?? estimates.error;
  const hasOwn = shown.some((row) => row.org_id === orgId);
  const missed = board.filter(({ misses }) => misses.length > 0).length;
  const compareButton = view.sel.length > 0 && (
    <Button
      variant="primary"
      onClick={() =>
        void navigate({
          to: '/w/$orgId/compare',
          params: { orgId },
          search: { jobs: view.sel.join(',') } as never,
        })
      }
    >
      Compare {view.sel.length}
    </Button>
  );
  return (
    <Page>
      <PageHeader
        title={subject === null ? 'Leaderboard' : `${subject.model} at ${shapeWords(subject.shape)}`}
        facts={[
          subject !== null && counted(board.length, 'deployment'),
          subject !== null && `ranked by ${measureWords(by)}`,
          hasLimits && `${board.length - missed} keep the service level`,
          left > 0 && `${left} simulated left out`,
          unread > 0 && `${unread.toLocaleString('en-US')} more estimates not read`,
        ]}
        actions={
          <>
            <ApiCallButton
              calls={() => [
                viewCall(
                  vThroughputLeaderboard,
                  {
                    filters: {
                      org_id: isIn(orgIds),
                      ...(subject !== null && {
                        model_code: eq(subject.model),
                        workload_shape: eq(subject.shape),
                      }),
                    },
                    order: [{ column: 'job_id', direction: 'asc' }],
                  },
                  'Every estimate of this model and shape; the page ranks them',
                ),
              ]}
            />
            {compareButton}
          </>
        }
      />
      <div className="flex flex-wrap items-center gap-2">
        <SubjectSelect
          subjects={subjects}
          subject={subject}
          onChange={(next) => setView({ ...next, sel: [] })}
        />
        <CompactSelect
          label="Ranked by"
          value={by}
          options={MEASURES.map((measure) => ({ value: measure, label: `by ${METRICS[measure].short}` }))}
          onValueChange={(measure) => setView({ by: measure, sort: null })}
        />
        <span className="mx-1 hidden h-4 border-l border-line sm:inline-block" aria-hidden />
        <CompactSelect
          label="Statistic of the limits"
          value={stat}
          options={STATISTICS.map((value) => ({ value, label: value }))}
          onValueChange={(value) => setView({ stat: value })}
        />
        <LimitInput label="TTFT ≤" unit="ms" value={ttft} onChange={(value) => setView({ ttft: value })} />
        <LimitInput label="TPOT ≤" unit="ms" value={tpot} onChange={(value) => setView({ tpot: value })} />
        <LimitInput label="E2E ≤" unit="ms" value={e2e} onChange={(value) => setView({ e2e: value })} />
        <LimitInput
          label="per user ≥"
          unit="tok/s"
          value={perUser}
          onChange={(value) => setView({ user: value })}
        />
        {hasLimits && (
          <Button variant="quiet" onClick={() => setView({ ttft: null, tpot: null, e2e: null, user: null })}>
            Clear the limits
          </Button>
        )}
        <span className="grow" />
        {!membership.is_reference && (
          <ToggleChip pressed={view.published} onPressedChange={(published) => setView({ published })}>
            published results
          </ToggleChip>
        )}
        <ToggleChip
          pressed={view.simulated}
          title="Figures of simulated engines: no measurement of hardware"
          onPressedChange={(simulated) => setView({ simulated })}
        >
          simulated
        </ToggleChip>
      </div>
      {note !== null && (
        <p role="status" className="text-sm text-warn">
          {note}
        </p>
      )}
      {!isPending && !hasOwn && board.length > 0 && (
        <p role="status" className="text-sm text-ink-2">
          These are published results; {membership.org_name} has none for this model and shape yet.{' '}
          <Link to="/w/$orgId/submit" params={{ orgId }} className="underline">
            Submit a benchmark
          </Link>
        </p>
      )}
      {error !== null ? (
        <Panel padded>
          <ErrorState
            error={error}
            title="The results could not be read"
            onRetry={() => void (best.isError ? best : estimates).refetch()}
          />
        </Panel>
      ) : !isPending && subject === null ? (
        <Panel>
          <EmptyState
            title="Nothing to rank yet"
            actions={
              membership.is_reference ? undefined : (
                <>
                  <Link
                    to="/w/$orgId/submit"
                    params={{ orgId }}
                    className={buttonStyles({ variant: 'primary' })}
                  >
                    Submit a benchmark
                  </Link>
                  {!view.published && (
                    <Button onClick={() => setView({ published: true })}>Show published results</Button>
                  )}
                </>
              )
            }
          >
            Results appear here as soon as a job completes
            {view.simulated ? '' : '; simulated ones only when asked for'}.
          </EmptyState>
        </Panel>
      ) : (
        <div className="grid gap-3.5">
          <Suspense fallback={<Skeleton className="h-[440px]!" />}>
            {isPending ? (
              <Skeleton className="h-[440px]!" />
            ) : (
              <BoardChart
                board={board}
                stat={stat}
                user={perUser}
                hidesDominated={view.dominated}
                hidden={view.hidden}
                onChange={setView}
              />
            )}
          </Suspense>
          <Panel
            title="Ranking"
            note={`${METRICS[by].better === 'lower' ? 'lower' : 'higher'} is better; ~ is provisional: one measurement only`}
          >
            <DataTable
              label="Deployments"
              columns={columns}
              rows={board}
              rowId={(row) => String(row.estimate.job_id)}
              view={view}
              onViewChange={setView}
              selected={view.sel}
              onSelectedChange={(sel) => setView({ sel })}
              onRowOpen={(row) => setView({ row: row.estimate.job_id }, { push: true })}
              isPending={isPending}
              fileName={
                subject === null
                  ? 'leaderboard'
                  : `leaderboard-${subject.model}-${subject.shape.replace(/\W+/g, '-')}`
              }
            />
          </Panel>
        </div>
      )}
      <Suspense>
        {view.row > 0 && open !== undefined && (
          <RowDrawer
            row={open}
            workspace={workspaces.get(open.estimate.org_id) ?? null}
            onClose={() => setView({ row: 0 })}
          />
        )}
      </Suspense>
    </Page>
  );
}
