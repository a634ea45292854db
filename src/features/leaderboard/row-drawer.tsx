import { Link } from '@tanstack/react-router';
import type { Estimate } from '#src/components/results/deployments.ts';
import { formatMetric, metricHeader, metricValue, type MetricKey } from '#contract/metrics.ts';
import { grouped } from '#lib/grouped.ts';
import { Drawer } from '#src/components/ui/drawer.tsx';
import { KeyValue } from '#src/components/ui/facts.tsx';
import { NO_VALUE } from '#src/components/ui/no-value.ts';
import { ProvenanceTag } from '#src/components/ui/provenance-tag.tsx';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { moneyText } from '#src/components/ui/amount-text.ts';
import { missText, rankText, type BoardRow } from './board-rows.ts';
import { gpuHourUsd, priceSearch } from './gpu-hour-price.ts';
import { ScrollArea } from '#src/components/ui/scroll-area.tsx';

interface RowDrawerProps {
  row: BoardRow;
  workspace: string | null;
  /** What is known to be wrong with figures of the ranked load. */
  issues: readonly string[];
  onClose: () => void;
}

const SHOWN: readonly MetricKey[] = [
  'tokens_per_sec_per_gpu',
  'tokens_per_sec_per_user',
  'ttft_mean_ms',
  'ttft_p99_ms',
  'tpot_mean_ms',
  'e2e_p99_ms',
];

/** One deployment: what it is, where its figures come from, and each load with its jobs. */
export function RowDrawer({ row, workspace, issues, onClose }: RowDrawerProps) {
  const { estimate, deployment, rank, misses, provisional } = row;
  return (
    <Drawer
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={deployment.name}
      className="w-[min(990px,calc(100vw-24px))]!"
    >
      <div className="grid grid-cols-1 gap-4 p-4">
        <KeyValue
          items={[
            { label: 'Rank', value: rank === null ? missText(misses) || null : rankText(rank) },
            ...(provisional === null ? [] : [{ label: 'Provisional', value: provisional }]),
            { label: 'Workspace', value: workspace },
            { label: 'Provenance', value: <ProvenanceTag provenance={estimate.provenance} /> },
            { label: 'Server', value: estimate.server_hostname },
            { label: 'Config', value: estimate.config_code },
            {
              label: 'Source',
              value:
                estimate.citation === null ? null : estimate.source_url === null ? (
                  estimate.citation
                ) : (
                  <a href={estimate.source_url} target="_blank" rel="noreferrer">
                    {estimate.citation}
                  </a>
                ),
            },
            { label: 'Price', value: <PriceOf estimate={estimate} /> },
            { label: 'Measured', value: <RelativeTime at={estimate.created_at} /> },
            ...(issues.length === 0 ? [] : [{ label: 'Known issues', value: issues.join('; ') }]),
          ]}
        />
        <ScrollArea label="Each load of the deployment" className="rounded border border-line">
          <table className="w-full text-sm">
            <caption className="sr-only">Each load of {deployment.name}</caption>
            <thead>
              <tr className="text-xs text-ink-3">
                {['Concurrency', 'n', ...SHOWN.map((key) => metricHeader(key)), 'Job'].map((header) => (
                  <th
                    key={header}
                    scope="col"
                    className="px-2 py-1.5 text-right font-medium whitespace-nowrap"
                  >
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {deployment.rows.map((point) => (
                <PointRow key={point.job_id} point={point} isChosen={point.job_id === estimate.job_id} />
              ))}
            </tbody>
          </table>
        </ScrollArea>
        <p className="text-xs text-ink-3">
          Means over n repeats; the job is the latest of them. The shaded load is the one that is ranked.
        </p>
      </div>
    </Drawer>
  );
}

/** What its cost rests on, with the way to where the price comes from. */
function PriceOf({ estimate }: { estimate: Estimate }) {
  const { orgId } = useWorkspace();
  const usd = gpuHourUsd(estimate);
  if (usd === null) return NO_VALUE;
  return (
    <>
      {moneyText(usd)} a GPU hour,{' '}
      <Link to="/w/$orgId/cost" params={{ orgId }} search={priceSearch(estimate) as never}>
        the lowest listed on-demand price
      </Link>
    </>
  );
}

function PointRow({ point, isChosen }: { point: Estimate; isChosen: boolean }) {
  return (
    <tr className={isChosen ? 'border-t border-line bg-accent-soft' : 'border-t border-line'}>
      <td className="h-8 px-2 text-right">
        {point.concurrency === null ? NO_VALUE : grouped(point.concurrency)}
      </td>
      <td className="px-2 text-right">{point.n}</td>
      {SHOWN.map((key) => (
        <td key={key} className="px-2 text-right">
          {formatMetric(key, metricValue(point, key))}
        </td>
      ))}
      <td className="px-2 text-right">
        <Link
          to="/w/$orgId/jobs/$jobId"
          params={{ orgId: point.org_id, jobId: String(point.job_id) }}
          aria-label={`Job ${point.job_id}: ${point.job_name}`}
        >
          {point.job_id}
        </Link>
      </td>
    </tr>
  );
}
