import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Unplug } from 'lucide-react';
import type { ServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import { counted } from '#src/components/ui/counted.ts';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';
import { serversSearch } from './servers-search.ts';

/** Says loudly which servers have gone silent, how long ago, and what waits for them. */
export function SilentServers({ servers }: { servers: readonly ServerCurrentStatus[] }) {
  return (
    <div role="status" className="contents">
      {servers.length > 0 && (
        <ul className="grid gap-1.5">
          {servers.map((server) => (
            <li
              key={server.server_id}
              className={clsx(
                'grid grid-cols-[16px_minmax(0,1fr)] items-start gap-x-2 rounded border px-3 py-1.5 text-sm',
                server.status_code === 'offline'
                  ? 'border-bad bg-bad-soft text-bad'
                  : 'border-warn bg-warn-soft text-warn',
              )}
            >
              <Unplug aria-hidden className="mt-0.5 size-4" />
              <span>
                <Link
                  to="."
                  search={(before: Record<string, unknown>) => ({
                    ...before,
                    ...serversSearch.write({ server: server.server_id }),
                  })}
                  className="font-medium text-current underline"
                >
                  {server.hostname}
                </Link>{' '}
                {server.status_code === 'offline' ? 'is offline' : 'has missed reports'}: last heard{' '}
                <RelativeTime at={server.last_heartbeat_at} />
                {server.pending_count > 0 && `, ${counted(server.pending_count, 'job')} waiting for it`}
                {server.current_job_name !== null && `, ${server.current_job_name} was running`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
