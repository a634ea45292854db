import { Link } from '@tanstack/react-router';
import { Gauge, KeyRound, TrendingDown, Unplug, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMetric, metricValue } from '#contract/metrics.ts';
import type { ServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import { relativeText } from '#lib/compare/difference.ts';
import { deploymentName } from '#src/components/results/deployments.ts';
import { shapeWords } from '#src/components/results/subjects.ts';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';
import type { ChangedFigure } from './changed-figures.ts';
import type { EndingCredential, QuotaMeter } from './warnings.ts';

function Row({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="grid grid-cols-[16px_minmax(0,1fr)] items-start gap-2 border-b border-line px-3 py-1.5 text-sm">
      <Icon aria-hidden className="mt-0.5 size-4 text-warn" />
      <span>{children}</span>
    </p>
  );
}

const strong = 'font-medium text-ink';

export function SilentServer({ row }: { row: ServerCurrentStatus }) {
  return (
    <Row icon={Unplug}>
      <Link
        to="/w/$orgId/servers"
        params={{ orgId: row.org_id }}
        search={{ server: row.server_id } as never}
        className={strong}
      >
        {row.hostname}
      </Link>{' '}
      {row.status_code === 'offline' ? 'is offline' : 'has missed reports'}, last heard{' '}
      <RelativeTime at={row.last_heartbeat_at} />
    </Row>
  );
}

export function NearQuota({ orgId, meter }: { orgId: string; meter: QuotaMeter }) {
  return (
    <Row icon={Gauge}>
      <Link to="/w/$orgId/admin" params={{ orgId }} search={{ tab: 'quotas' } as never} className={strong}>
        {meter.label}
      </Link>
      : {Math.round((meter.share ?? 0) * 100)} % used
      {meter.state === 'used up' && ', so new work that counts on it is refused (402)'}
    </Row>
  );
}

export function EndingSoon({ orgId, credential }: { orgId: string; credential: EndingCredential }) {
  return (
    <Row icon={KeyRound}>
      {credential.what}{' '}
      <Link
        to="/w/$orgId/profile"
        params={{ orgId }}
        search={{ tab: credential.what === 'Token' ? 'tokens' : 'api-keys' } as never}
        className={strong}
      >
        {credential.name}
      </Link>{' '}
      ends <RelativeTime at={credential.expiresAt} />
    </Row>
  );
}

/** A deployment that does less than it did, with the two results side by side one click away. */
export function FallenFigure({ orgId, change }: { orgId: string; change: ChangedFigure }) {
  const { now, before, difference } = change;
  const written = (row: typeof now) => formatMetric('tokens_per_sec', metricValue(row, 'tokens_per_sec'));
  return (
    <Row icon={TrendingDown}>
      <Link
        to="/w/$orgId/compare"
        params={{ orgId }}
        search={{ jobs: `${before.job_id},${now.job_id}`, base: before.job_id } as never}
        className={strong}
      >
        {now.model_code} on {deploymentName(now)}
      </Link>{' '}
      <span className="text-bad">{relativeText(difference.relative)}</span> output throughput:{' '}
      {written(before)} → {written(now)}
      <span className="text-ink-3">
        {' '}
        at concurrency {now.concurrency?.toLocaleString('en-US') ?? '—'}, {shapeWords(now.workload_shape)}; 95
        % intervals lie apart
        {now.framework_version !== before.framework_version &&
          `; version ${before.framework_version ?? '—'} before`}
      </span>
    </Row>
  );
}
