import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { KeyValue } from '#src/components/ui/facts.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { quotaQuery } from './overview-queries.ts';

const WRITTEN = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const of = (used: number, quota: number | null, unit: string): string =>
  quota === null
    ? `${WRITTEN.format(used)} ${unit}, unlimited`
    : `${WRITTEN.format(used)} of ${WRITTEN.format(quota)} ${unit}${used >= quota ? ': used up, submissions are refused (402)' : ''}`;

/** Quotas of the month and the limits that hold for everybody. */
export function Usage() {
  const { orgId } = useWorkspace();
  const quota = useQuery(quotaQuery(orgId));
  const use = quota.data;
  return (
    <Panel
      title="Quotas and limits"
      actions={
        <Link
          to="/w/$orgId/admin"
          params={{ orgId }}
          search={{ tab: 'quotas' } as never}
          className="inline-flex min-h-6 items-center px-1 text-xs text-ink-3 no-underline hover:text-ink"
        >
          More
        </Link>
      }
      padded
    >
      {quota.isError && use === undefined ? (
        <ErrorState
          error={quota.error}
          title="The quotas could not be read"
          onRetry={() => void quota.refetch()}
        />
      ) : quota.isPending ? (
        <Skeleton className="h-20!" />
      ) : (
        <KeyValue
          items={[
            {
              label: 'GPU hours this month',
              value: use == null ? null : of(use.gpu_hours_used, use.gpu_hours_per_month, 'h'),
            },
            {
              label: 'Judge tokens this month',
              value: use == null ? null : of(use.judge_tokens_used, use.judge_tokens_per_month, 'tokens'),
            },
            { label: 'Submissions', value: 'at most 20 a minute; the form paces itself' },
            { label: 'KYAI evaluations', value: 'at most 5 at a time' },
          ]}
        />
      )}
    </Panel>
  );
}
