import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { estimatesQuery, subjectsQuery } from '#src/api/estimate-queries.ts';
import { gpuFactsQuery } from '#src/api/gpu-facts-query.ts';
import { issueTexts, knownIssuesQuery, NO_ISSUES } from '#src/api/known-issues.ts';
import { ApiCallButton } from '#src/components/api-call/api-call-button.tsx';
import { ChartOutline } from '#src/components/chart/chart-outline.tsx';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { shapeWords } from '#src/components/results/shape-words.ts';
import { chooseSubject, subjectsOf } from '#src/components/results/subjects.ts';
import { resultOrgIds } from '#src/components/results/result-org-ids.ts';
import { ResultFilters } from '#src/components/results/result-filters.tsx';
import { unreadText } from '#src/components/results/unread-text.ts';
import { Button, buttonStyles } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ErrorState, Unread } from '#src/components/ui/error-state.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { useViewSearch } from '#src/url/use-view-search.ts';
import { viewPart } from '#src/url/view-part.ts';
import { BoardTable } from './board-table.tsx';
import { boardColumns, measureWords } from './board-columns.tsx';
import { BoardFilters } from './board-filters.tsx';
import { measured, withNodes } from './board-measures.ts';
import { boardRows } from './board-rows.ts';
import { leaderboardSearch } from './leaderboard-search.ts';
import { useMovements } from './use-movements.ts';

const BoardChart = lazyPart(
  () => import('./board-chart.tsx'),
  (part) => part.BoardChart,
);
/** Begins to fetch the chart's code. */
export const loadChart = (): Promise<void> => BoardChart.ahead();

/** What of the address chart and table each work with. */
const CHART_KEYS = ['dominated', 'all', 'zoom', 'ruler', 'hidden', 'table'] as const;
const TABLE_KEYS = ['sort', 'cols', 'filters', 'widths', 'pins', 'find', 'sel'] as const;

/** Of the chart with the legend of eight deployments, by its width. */
const CHART_HEIGHTS = 'h-147! @md:h-139! @xl:h-128! @4xl:h-115!';

const RowDrawer = lazyPart(
  () => import('./row-drawer.tsx'),
  (part) => part.RowDrawer,
);

/** Deployments ranked for one model and workload shape, under a service level. */
export function LeaderboardPage() {
  const { orgId, user, membership } = useWorkspace();
  const [view, setView] = useViewSearch(leaderboardSearch);
  const [nowMs] = useState(() => Date.now());
  const orgIds = useMemo(
    () => resultOrgIds(orgId, user.memberships, view.published),
    [orgId, user.memberships, view.published],
  );
  const best = useQuery(subjectsQuery(orgIds));
  const subjects = useMemo(
    () =>
      subjectsOf((best.data?.rows ?? []).filter((row) => view.simulated || row.provenance !== 'simulated')),
    [best.data, view.simulated],
  );
  const { subject, note } = chooseSubject(subjects, view.model, view.shape);
  const estimates = useQuery(estimatesQuery(orgIds, subject?.model ?? '', subject?.shape ?? ''));
  const { stat, ttft, tpot, e2e, user: perUser, by } = view;
  const issuesRead = useQuery(knownIssuesQuery(orgIds));
  const issues = issuesRead.data ?? NO_ISSUES;
  const facts = useQuery(gpuFactsQuery);
  const gpusPerNode = useMemo(
    () =>
      new Map(
        (facts.data ?? []).flatMap((one) =>
          one.gpus_per_node === null ? [] : [[one.gpu_model, one.gpus_per_node]],
        ),
      ),
    [facts.data],
  );
  const shown = useMemo(
    () =>
      withNodes(
        (estimates.data?.rows ?? []).filter((row) => view.simulated || row.provenance !== 'simulated'),
        gpusPerNode,
      ),
    [estimates.data, view.simulated, gpusPerNode],
  );
  const left = (estimates.data?.rows.length ?? 0) - shown.length;
  const level = useMemo(() => ({ stat, ttft, tpot, e2e, user: perUser }), [stat, ttft, tpot, e2e, perUser]);
  const board = useMemo(() => boardRows(shown, by, level), [shown, by, level]);
  const moved = useMovements({
    day: view.since,
    nowMs,
    estimates: shown,
    board,
    measure: by,
    level,
    gpusPerNode,
  });
  const workspaces = useMemo(
    () => new Map(user.memberships.map((one) => [one.org_id, one.org_name])),
    [user.memberships],
  );
  const hasLimits = [ttft, tpot, e2e, perUser].some((limit) => limit !== null);
  const columns = useMemo(
    () =>
      boardColumns({
        measure: by,
        stat,
        nowMs,
        hasLimits,
        workspaces,
        gpusPerNode,
        issues,
        since: moved.movements === null ? null : { day: view.since, movements: moved.movements },
      }),
    [by, stat, nowMs, hasLimits, workspaces, gpusPerNode, issues, view.since, moved.movements],
  );
  const open = board.find(({ deployment }) => deployment.rows.some((row) => row.job_id === view.row));
  const isPending =
    best.isPending ||
    (subject !== null && estimates.isPending) ||
    (by === 'tokens_per_sec_per_node' && facts.isPending);
  const isRead = !isPending && estimates.data !== undefined;
  const failed = [best, estimates, ...(by === 'tokens_per_sec_per_node' ? [facts] : [])].find(
    ({ isError }) => isError,
  );
  const hasOwn = shown.some((row) => row.org_id === orgId);
  const missed = board.filter(({ misses }) => misses.length > 0).length;
  const chartView = viewPart(view, CHART_KEYS);
  const tableView = viewPart(view, TABLE_KEYS);
  return (
    <Page>
      <PageHeader
        title={subject === null ? 'Leaderboard' : `${subject.model} at ${shapeWords(subject.shape)}`}
        facts={[
          // As long as what it will be, so that the line does not wrap when it comes.
          subject !== null &&
            isPending &&
            `reading deployments${view.simulated ? '' : ', simulated left out'}`,
          subject !== null &&
            isRead &&
            `${counted(board.length, 'deployment')}${left > 0 ? `, ${left} simulated left out` : ''}`,
          subject !== null && `ranked by ${measureWords(by)}`,
          hasLimits &&
            isRead &&
            `${board.length - missed} ${board.length - missed === 1 ? 'keeps' : 'keep'} the service level`,
          unreadText(estimates.data),
          unreadText(best.data, 'deployment'),
        ]}
        actions={
          <ApiCallButton
            calls={async () => (await import('./leaderboard-calls.ts')).leaderboardCalls(orgIds, subject)}
          />
        }
      />
      <ResultFilters
        subjects={subjects}
        subject={subject}
        onSubjectChange={(next) => setView({ ...next, sel: [], zoom: [], ruler: null })}
        view={view}
        onViewChange={setView}
        isReference={membership.is_reference}
      >
        <BoardFilters view={view} nowMs={nowMs} hasLimits={hasLimits} onChange={setView} />
      </ResultFilters>
      {note !== null && (
        <p role="status" className="text-sm text-warn">
          {note}
        </p>
      )}
      {moved.isWrongDay && (
        <p role="status" className="text-sm text-warn">
          {view.since} is no day that was: the board stands without movement.
        </p>
      )}
      {moved.error !== null && (
        <ErrorState error={moved.error} title="The earlier results could not be read" onRetry={moved.retry} />
      )}
      <Unread query={issuesRead} what="Known issues of these results" />
      {failed === undefined && <Unread query={facts} what="How many GPUs a node has" />}
      {!isPending && !hasOwn && board.length > 0 && (
        <p role="status" className="text-sm text-ink-2">
          These are published results; {membership.org_name} has none for this model and shape yet.{' '}
          <Link to="/w/$orgId/submit" params={{ orgId }} className="underline">
            Submit a benchmark
          </Link>
        </p>
      )}
      {failed !== undefined ? (
        <Panel padded>
          <ErrorState
            error={failed.error}
            title="The results could not be read"
            onRetry={() => void failed.refetch()}
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
          <Suspense fallback={<ChartOutline heights={CHART_HEIGHTS} />}>
            {isPending ? (
              <ChartOutline heights={CHART_HEIGHTS} />
            ) : (
              <BoardChart
                board={board}
                stat={stat}
                user={perUser}
                figureOf={measured}
                view={chartView}
                onViewChange={setView}
              />
            )}
          </Suspense>
          <BoardTable
            board={board}
            columns={columns}
            by={by}
            view={tableView}
            onViewChange={setView}
            isPending={isPending}
            fileName={
              subject === null
                ? 'leaderboard'
                : `leaderboard-${subject.model}-${subject.shape.replace(/\W+/g, '-')}`
            }
          />
        </div>
      )}
      <Suspense>
        {view.row > 0 && open !== undefined && (
          <RowDrawer
            row={open}
            workspace={workspaces.get(open.estimate.org_id) ?? null}
            issues={issueTexts(issues, open.estimate.job_ids)}
            onClose={() => setView({ row: 0 })}
          />
        )}
      </Suspense>
    </Page>
  );
}
