import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { KeyValue } from '#src/components/ui/facts.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { ReadPart } from './read-part.tsx';
import { quotaMeters, type QuotaMeter, type QuotaUsage } from './warnings.ts';

const WRITTEN = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const TONES = { fine: 'bg-accent', near: 'bg-warn', 'used up': 'bg-bad' } as const;

/** How much of a quota is used, in words and as a bar; without a quota there is no bar. */
function Meter({ meter: { label, unit, used, quota, share, state } }: { meter: QuotaMeter }) {
  if (quota === null || share === null) return `${WRITTEN.format(used)} ${unit}, unlimited`;
  const percent = Math.round(Math.min(share, 1) * 100);
  return (
    <span className="grid gap-1">
      <span>
        {WRITTEN.format(used)} of {WRITTEN.format(quota)} {unit}
        {state === 'used up' && <span className="text-bad">: used up, submissions are refused (402)</span>}
      </span>
      <span
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="block h-1.5 max-w-60 overflow-hidden rounded-full bg-raised"
      >
        <span className={`block h-full ${TONES[state]}`} style={{ width: `${percent}%` }} />
      </span>
    </span>
  );
}

/** Quotas of the month and the limits that hold for everybody. */
export function Usage({ quota }: { quota: UseQueryResult<QuotaUsage | null> }) {
  const { orgId } = useWorkspace();
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
    >
      <ReadPart queries={[quota]} failed="The quotas could not be read">
        <div className="p-3">
          <KeyValue
            items={[
              ...(quota.data == null ? [] : quotaMeters(quota.data)).map((meter) => ({
                label: meter.label,
                value: <Meter meter={meter} />,
              })),
              { label: 'Submissions', value: 'at most 20 a minute; the form paces itself' },
              { label: 'KYAI evaluations', value: 'at most 5 at a time' },
            ]}
          />
        </div>
      </ReadPart>
    </Panel>
  );
}
