import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ShowMore } from '#src/components/ui/show-more.tsx';
import { Gauge, KeyRound, TrendingDown } from 'lucide-react';
import { formatMetric, metricValue } from '#contract/metrics.ts';
import { relativeText } from '#lib/compare/difference.ts';
import { grouped } from '#lib/grouped.ts';
import { deploymentName } from '#src/components/results/deployments.ts';
import { shapeWords } from '#src/components/results/shape-words.ts';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';
import type { ChangedFigure } from './changed-figures.ts';
import { WarningRow } from './warning-rows.tsx';
import { FEW_FALLS, type EndingCredential, type QuotaMeter } from './warnings.ts';

interface RareWarningsProps {
  orgId: string;
  near: readonly QuotaMeter[];
  ending: readonly EndingCredential[];
  falls: readonly ChangedFigure[];
}

/** Warnings that a workspace seldom has: quotas and credentials near their end, figures that fell. */
export function RareWarnings({ orgId, near, ending, falls }: RareWarningsProps) {
  const [most, setMost] = useState(FEW_FALLS);
  const listed = falls.slice(0, most);
  return (
    <>
      {near.map((meter) => (
        <NearQuota key={meter.label} orgId={orgId} meter={meter} />
      ))}
      {ending.map((credential) => (
        <EndingSoon key={credential.id} orgId={orgId} credential={credential} />
      ))}
      {listed.map((change) => (
        <FallenFigure key={change.now.job_id} orgId={orgId} change={change} />
      ))}
      <ShowMore
        what="slower deployment"
        shown={listed.length}
        total={falls.length}
        isBusy={false}
        onMore={setMost}
      />
    </>
  );
}

function NearQuota({ orgId, meter }: { orgId: string; meter: QuotaMeter }) {
  return (
    <WarningRow icon={Gauge}>
      <Link
        to="/w/$orgId/admin"
        params={{ orgId }}
        search={{ tab: 'quotas' } as never}
        className="font-medium text-ink"
      >
        {meter.label}
      </Link>
      : {Math.round((meter.share ?? 0) * 100)} % used
      {meter.state === 'used up' && ', so new work that counts on it is refused (402)'}
    </WarningRow>
  );
}

function EndingSoon({ orgId, credential }: { orgId: string; credential: EndingCredential }) {
  return (
    <WarningRow icon={KeyRound}>
      {credential.what}{' '}
      <Link
        to="/w/$orgId/profile"
        params={{ orgId }}
        search={{ tab: credential.what === 'Token' ? 'tokens' : 'api-keys' } as never}
        className="font-medium text-ink"
      >
        {credential.name}
      </Link>{' '}
      ends <RelativeTime at={credential.expiresAt} />
    </WarningRow>
  );
}

/** A deployment that does less than it did, with the two results side by side one click away. */
function FallenFigure({ orgId, change }: { orgId: string; change: ChangedFigure }) {
  const { now, before, difference } = change;
  const written = (row: typeof now) => formatMetric('tokens_per_sec', metricValue(row, 'tokens_per_sec'));
  return (
    <WarningRow icon={TrendingDown}>
      <Link
        to="/w/$orgId/compare"
        params={{ orgId }}
        search={{ jobs: `${before.job_id},${now.job_id}`, base: before.job_id } as never}
        className="font-medium text-ink"
      >
        {now.model_code} on {deploymentName(now)}
      </Link>{' '}
      <span className="text-bad">{relativeText(difference.relative)}</span> output throughput:{' '}
      {written(before)} → {written(now)}
      <span className="text-ink-3">
        {' '}
        at concurrency {now.concurrency === null ? '—' : grouped(now.concurrency)},{' '}
        {shapeWords(now.workload_shape)}; 95 % intervals lie apart
        {now.framework_version !== before.framework_version &&
          `; version ${before.framework_version ?? '—'} before`}
      </span>
    </WarningRow>
  );
}
