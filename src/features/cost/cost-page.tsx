import { useQuery } from '@tanstack/react-query';
import { Suspense, useDeferredValue, useMemo } from 'react';
import { estimatesQuery, subjectsQuery } from '#src/api/estimate-queries.ts';
import { knownIssuesQuery, NO_ISSUES } from '#src/api/known-issues.ts';
import { gpuPricesQuery } from '#src/api/price-queries.ts';
import { ApiCallButton } from '#src/components/api-call/api-call-button.tsx';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { LimitInput } from '#src/components/results/limit-input.tsx';
import { shapeWords } from '#src/components/results/shape-words.ts';
import { chooseSubject, subjectsOf } from '#src/components/results/subjects.ts';
import { resultOrgIds } from '#src/components/results/result-org-ids.ts';
import { ResultFilters } from '#src/components/results/result-filters.tsx';
import { unreadText } from '#src/components/results/unread-text.ts';
import { TABLE_KEYS } from '#src/components/table/table-params.ts';
import { CompactSelect } from '#src/components/ui/compact-select.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ErrorState, Unread } from '#src/components/ui/error-state.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { useViewSearch } from '#src/url/use-view-search.ts';
import { viewPart } from '#src/url/view-part.ts';
import { costRows, pricesOf } from './cost-rows.ts';
import { costSearch, TOKENS, type Tokens } from './cost-search.ts';
import { CostTable } from './cost-table.tsx';
import { readPrices } from './own-prices.ts';

const SensitivityChart = lazyPart(
  () => import('./sensitivity-chart.tsx'),
  (part) => part.SensitivityChart,
);
const MoneyPanels = lazyPart(
  () => import('./money-panels.tsx'),
  (part) => part.MoneyPanels,
);
const RunCostsPanel = lazyPart(
  () => import('./run-costs-panel.tsx'),
  (part) => part.RunCostsPanel,
);

/** What of the address the table works with. */
const COST_TABLE_KEYS = [...TABLE_KEYS, 'sel'] as const;

const WHAT = {
  output: 'output tokens',
  input: 'input tokens',
  total: 'tokens, input and output',
} as const satisfies Record<Tokens, string>;

const isShown = (simulated: boolean) => (row: { provenance: string; gpu_count: number | null }) =>
  row.gpu_count !== null && (simulated || row.provenance !== 'simulated');

/** What of the address the chart works with. */
const CHART_KEYS = ['over', 'zoom', 'ruler', 'hidden', 'table'] as const;

/** What tokens cost on each deployment: at which price, at how much use, and from when on owning is cheaper. */
export function CostPage() {
  const { orgId, user, membership } = useWorkspace();
  const [view, setView] = useViewSearch(costSearch);
  const orgIds = useMemo(
    () => resultOrgIds(orgId, user.memberships, view.published),
    [orgId, user.memberships, view.published],
  );
  const best = useQuery(subjectsQuery(orgIds));
  const priceRows = useQuery(gpuPricesQuery);
  const { simulated } = view;
  const subjects = useMemo(
    () => subjectsOf((best.data?.rows ?? []).filter(isShown(simulated))),
    [best.data, simulated],
  );
  const { subject, note } = chooseSubject(subjects, view.model, view.shape);
  const estimates = useQuery(estimatesQuery(orgIds, subject?.model ?? '', subject?.shape ?? ''));
  const bases = useMemo(
    () =>
      [...new Map((priceRows.data ?? []).map((row) => [row.price_basis, row])).values()].map((row) => ({
        value: row.price_basis,
        label: row.basis_name,
        isDefault: row.is_default,
      })),
    [priceRows.data],
  );
  const own = useMemo(() => readPrices(view.prices), [view.prices]);
  // What is chosen shows at once, also a slider's many values; the figures follow when that is painted.
  const use = useDeferredValue(view.use);
  const tokens = useDeferredValue(view.tokens);
  const countedOwn = useDeferredValue(own);
  const basis =
    bases.find(({ value }) => value === view.basis)?.value ??
    (priceRows.data ?? []).find((row) => row.is_default)?.price_basis ??
    '';
  const prices = useMemo(
    () => pricesOf(priceRows.data ?? [], basis, countedOwn),
    [priceRows.data, basis, countedOwn],
  );
  const rows = useMemo(
    () =>
      costRows((estimates.data?.rows ?? []).filter(isShown(simulated)), prices, {
        tokens,
        utilisation: use / 100,
        user: view.user,
      }),
    [estimates.data, simulated, prices, tokens, use, view.user],
  );
  const issues = useQuery(knownIssuesQuery(orgIds));
  const unpriced = rows.filter(({ price }) => price === null).length;
  const isPending = best.isPending || priceRows.isPending || (subject !== null && estimates.isPending);
  const isRead = !isPending && estimates.data !== undefined && priceRows.data !== undefined;
  const failed = [best, priceRows, estimates].find(({ isError }) => isError);
  return (
    <Page>
      <PageHeader
        title={subject === null ? 'Cost' : `Cost of ${subject.model} at ${shapeWords(subject.shape)}`}
        facts={[
          subject !== null && isPending && 'reading deployments',
          subject !== null && isRead && counted(rows.length, 'deployment'),
          `USD a million ${WHAT[view.tokens]}`,
          view.use < 100 && `at ${view.use} % use`,
          own.size > 0 && <strong key="own">{counted(own.size, 'price')} of your own</strong>,
          isRead && unpriced > 0 && `${unpriced} without a price`,
          unreadText(estimates.data),
          unreadText(best.data, 'deployment'),
        ]}
        actions={
          <ApiCallButton
            calls={async () => (await import('./cost-calls.ts')).costCalls(orgIds, basis, subject)}
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
        <CompactSelect
          label="Tokens counted"
          value={view.tokens}
          options={TOKENS.map((value) => ({
            value,
            label: value === 'total' ? 'all tokens' : `${value} tokens`,
          }))}
          onValueChange={(tokens) => setView({ tokens })}
        />
        {bases.length > 0 && (
          <CompactSelect
            label="Price basis"
            value={basis}
            options={bases}
            onValueChange={(value) => setView({ basis: value })}
          />
        )}
        <LimitInput
          label="per user ≥"
          unit="tok/s"
          value={view.user}
          onChange={(value) => setView({ user: value })}
        />
        <label className="inline-flex items-center gap-2 text-xs text-ink-3">
          use
          <input
            type="range"
            min={1}
            max={100}
            value={view.use}
            aria-valuetext={`${view.use} %`}
            onChange={(event) => setView({ use: Number(event.target.value) })}
            className="w-32 accent-accent"
          />
          <span className="w-10 text-ink">{view.use} %</span>
        </label>
      </ResultFilters>
      {note !== null && (
        <p role="status" className="text-sm text-warn">
          {note}
        </p>
      )}
      <Unread query={issues} what="Known issues of these results" />
      {failed !== undefined ? (
        <Panel padded>
          <ErrorState
            error={failed.error}
            title="The figures could not be read"
            onRetry={() => void failed.refetch()}
          />
        </Panel>
      ) : !isPending && subject === null ? (
        <Panel>
          <EmptyState title="Nothing to count yet">
            Costs are counted from throughput and GPU prices: they stand here once a job completes, or with
            published results switched on.
          </EmptyState>
        </Panel>
      ) : isPending ? (
        <Skeleton className="h-[80dvh]!" />
      ) : (
        <>
          <CostTable
            rows={rows}
            tokens={tokens}
            title={`USD a million ${WHAT[tokens]}`}
            user={view.user}
            issues={issues.data ?? NO_ISSUES}
            view={viewPart(view, COST_TABLE_KEYS)}
            onViewChange={setView}
            fileName={subject === null ? 'cost' : `cost-${subject.model}`}
          />
          <Suspense fallback={<Skeleton className="h-64!" />}>
            <MoneyPanels rows={rows} prices={prices} own={own} use={use} view={view} onViewChange={setView} />
          </Suspense>
          <Suspense fallback={<Skeleton className="h-[380px]!" />}>
            <SensitivityChart
              rows={rows}
              tokens={tokens}
              use={use}
              view={viewPart(view, CHART_KEYS)}
              onViewChange={setView}
            />
          </Suspense>
        </>
      )}
      {!membership.is_reference && !isPending && (
        <Suspense fallback={<Skeleton className="h-24!" />}>
          <RunCostsPanel orgId={orgId} withSimulated={view.simulated} />
        </Suspense>
      )}
    </Page>
  );
}
