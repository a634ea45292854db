import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Unplug } from 'lucide-react';
import { serversQuery } from '#src/api/server-queries.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { JobList } from './job-list.tsx';
import { endedJobsQuery } from './overview-queries.ts';

/** Failed jobs of the last week with their reason, and servers that went silent. */
export function NeedsYou({ weekAgo }: { weekAgo: string }) {
  const { orgId, mayWrite } = useWorkspace();
  const failed = useQuery(endedJobsQuery(orgId, ['failed'], weekAgo));
  const servers = useQuery(serversQuery(orgId));
  const silent = (servers.data ?? []).filter(
    (row, index, all) =>
      (row.status_code === 'offline' || row.status_code === 'stale') &&
      all.findIndex((one) => one.server_id === row.server_id) === index,
  );
  const total = failed.data?.total ?? 0;
  const isCalm =
    failed.data !== undefined && total === 0 && servers.data !== undefined && silent.length === 0;
  // Either half unread would look like calm.
  const unread =
    failed.data === undefined && failed.isError
      ? failed
      : servers.data === undefined && servers.isError
        ? servers
        : null;
  const error = unread === null ? null : unread.error;
  return (
    <Panel
      title="Needs you"
      note={
        isCalm
          ? undefined
          : [
              total > 0 && `${total.toLocaleString('en-US')} failed in 7 days`,
              silent.length > 0 && `${silent.length} silent`,
            ]
              .filter((part) => part !== false)
              .join(', ')
      }
    >
      {error !== null ? (
        <div className="p-3">
          <ErrorState
            error={error}
            title={unread === servers ? 'The servers could not be read' : 'The failed jobs could not be read'}
            onRetry={() => void unread?.refetch()}
          />
        </div>
      ) : failed.isPending || servers.isPending ? (
        <Skeleton className="m-3 h-24!" />
      ) : isCalm ? (
        <p className="flex items-center gap-2 p-3 text-sm text-ink-2">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
          No job failed in the last seven days, and every server reports.
        </p>
      ) : (
        <>
          {silent.map((row) => (
            <p
              key={row.server_id}
              className="grid grid-cols-[16px_minmax(0,1fr)] items-start gap-2 border-b border-line px-3 py-1.5 text-sm"
            >
              <Unplug aria-hidden className="mt-0.5 size-4 text-warn" />
              <span>
                <Link to="/w/$orgId/servers" params={{ orgId }} className="font-medium text-ink">
                  {row.hostname}
                </Link>{' '}
                {row.status_code === 'offline' ? 'is offline' : 'has missed reports'}, last heard{' '}
                <RelativeTime at={row.last_heartbeat_at} />
              </span>
            </p>
          ))}
          <JobList
            jobs={failed.data?.rows ?? []}
            detail={(job) => (
              <span className="flex items-baseline gap-2">
                <span className="min-w-0 flex-1 truncate text-bad" title={job.error_message ?? undefined}>
                  {job.error_message ?? job.error_code ?? 'no reason was given'}
                </span>
                {mayWrite && (
                  <Link
                    to="/w/$orgId/submit"
                    params={{ orgId }}
                    search={{ from: String(job.job_id) } as never}
                    aria-label={`Run ${job.job_name} again`}
                  >
                    Run again
                  </Link>
                )}
              </span>
            )}
          />
        </>
      )}
    </Panel>
  );
}
