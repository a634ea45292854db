import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo, useState } from 'react';
import { formatMetric } from '#contract/metrics.ts';
import { vRunCostSummary, type RunCostSummaryRow } from '#contract/views/v-run-cost-summary.ts';
import { grouped } from '#lib/grouped.ts';
import { api } from '#src/api/api.ts';
import type { ViewPage } from '#src/api/client.ts';
import { eq, gt, isIn } from '#src/api/view-query.ts';
import { amountText, moneyText } from '#src/components/ui/amount-text.ts';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { ProvenanceTag } from '#src/components/ui/provenance-tag.tsx';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';
import { ScrollArea } from '#src/components/ui/scroll-area.tsx';
import { ShowMore } from '#src/components/ui/show-more.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';

/** Runs listed until more are asked for, the dearest first. */
const LISTED = 8;

const runCostsQuery = (orgId: string, withSimulated: boolean, most: number) =>
  queryOptions({
    queryKey: ['run-costs', orgId, withSimulated, most],
    queryFn: ({ signal }) =>
      api().readView(
        vRunCostSummary,
        {
          filters: {
            org_id: eq(orgId),
            gpu_hours: gt(0),
            ...(!withSimulated && { provenance: isIn(['measured', 'published']) }),
          },
          order: [
            { column: 'cost_usd', direction: 'desc' },
            { column: 'run_id', direction: 'desc' },
          ],
          range: [0, most - 1],
          count: 'exact',
        },
        { signal },
      ),
    // What is listed stays until more of it is there.
    placeholderData: (before: ViewPage<RunCostSummaryRow> | undefined, query) =>
      query?.queryKey[1] === orgId && query.queryKey[2] === withSimulated ? before : undefined,
    staleTime: 60_000,
  });

const HEADS = ['Run', 'Provenance', 'Jobs', 'GPU hours', 'Cost', '$/M tokens', 'Last activity'] as const;

/** What the benchmarks themselves have cost, run by run: the time of every attempt on all GPUs, failed ones too. */
export const RunCostsPanel = memo(function RunCostsPanel({
  orgId,
  withSimulated,
}: {
  orgId: string;
  withSimulated: boolean;
}) {
  const [most, setMost] = useState(LISTED);
  const costs = useQuery(runCostsQuery(orgId, withSimulated, most));
  const rows = costs.data?.rows ?? [];
  const total = costs.data?.total ?? rows.length;
  return (
    <Panel
      title="What the runs themselves have cost"
      note={[
        'every attempt on all GPUs, failed ones too, at the default price of the catalog',
        total > rows.length && `the dearest ${rows.length} of ${grouped(total)}`,
      ]
        .filter((part) => part !== false)
        .join('; ')}
    >
      {costs.isError && costs.data === undefined ? (
        <div className="p-3">
          <ErrorState
            error={costs.error}
            title="What the runs have cost could not be read"
            onRetry={() => void costs.refetch()}
          />
        </div>
      ) : costs.isPending ? (
        <Skeleton className="m-3 h-24!" />
      ) : rows.length === 0 ? (
        <p className="px-3 py-2.5 text-sm text-ink-2">
          No run here has used a GPU yet{withSimulated ? '' : '; simulated ones are left out'}. It is counted
          from the first attempt of a job on.
        </p>
      ) : (
        <>
          <ScrollArea label="What each run has cost">
            <table className="w-full min-w-[640px] text-sm">
              <thead>
                <tr className="text-xs text-ink-3">
                  {HEADS.map((head, index) => (
                    <th
                      key={head}
                      scope="col"
                      className={`px-3 py-1.5 font-medium whitespace-nowrap ${index < 2 ? 'text-left' : 'text-right'}`}
                    >
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <RunCost key={`${row.run_id}-${row.provenance}`} orgId={orgId} row={row} />
                ))}
              </tbody>
            </table>
          </ScrollArea>
          <ShowMore
            what="run"
            shown={rows.length}
            total={total}
            isBusy={costs.isPlaceholderData}
            onMore={setMost}
          />
        </>
      )}
    </Panel>
  );
});

function RunCost({ orgId, row }: { orgId: string; row: RunCostSummaryRow }) {
  const unpriced = row.unpriced_gpu_hours ?? 0;
  return (
    <tr className="border-t border-line">
      <th scope="row" className="h-8 max-w-80 truncate px-3 text-left font-normal">
        <Link
          to="/w/$orgId/runs/$runId"
          params={{ orgId, runId: String(row.run_id) }}
          title={`${row.project_name} / ${row.run_name}`}
          className="font-medium text-ink"
        >
          {row.run_name}
        </Link>
        <span className="ml-2 text-xs text-ink-3">{row.project_name}</span>
      </th>
      <td className="px-3">
        <ProvenanceTag provenance={row.provenance} />
      </td>
      <td className="px-3 text-right whitespace-nowrap">
        {grouped(row.completed_count)} of {grouped(row.job_count)}
      </td>
      <td className="px-3 text-right whitespace-nowrap">
        {amountText(row.gpu_hours)}
        {unpriced > 0 && (
          <span className="ml-1.5 text-xs text-warn">{amountText(unpriced)} without a price</span>
        )}
      </td>
      <td className="px-3 text-right" title={row.price_sources?.join(', ')}>
        {moneyText(row.cost_usd)}
      </td>
      <td className="px-3 text-right">
        {formatMetric('usd_per_million_tokens', row.usd_per_million_tokens_overall)}
      </td>
      <td className="px-3 text-right whitespace-nowrap text-ink-3">
        <RelativeTime at={row.last_activity_at} />
      </td>
    </tr>
  );
}
