import { Link } from '@tanstack/react-router';
import { Unplug, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';

/** One line of what needs a person. */
export function WarningRow({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="grid grid-cols-[16px_minmax(0,1fr)] items-start gap-2 border-b border-line px-3 py-1.5 text-sm">
      <Icon aria-hidden className="mt-0.5 size-4 text-warn" />
      <span>{children}</span>
    </p>
  );
}

export function SilentServer({ row }: { row: ServerCurrentStatus }) {
  return (
    <WarningRow icon={Unplug}>
      <Link
        to="/w/$orgId/servers"
        params={{ orgId: row.org_id }}
        search={{ server: row.server_id } as never}
        className="font-medium text-ink"
      >
        {row.hostname}
      </Link>{' '}
      {row.status_code === 'offline' ? 'is offline' : 'has missed reports'}, last heard{' '}
      <RelativeTime at={row.last_heartbeat_at} />
    </WarningRow>
  );
}
