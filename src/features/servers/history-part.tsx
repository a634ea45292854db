import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { vJobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { grouped } from '#lib/grouped.ts';
import { api } from '#src/api/api.ts';
import { eq, isIn } from '#src/api/view-query.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { counted } from '#src/components/ui/counted.ts';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { StatusBadge } from '#src/components/ui/status-badge.tsx';
import { endedJobs } from './server-history.ts';

/** Ended jobs that the counts are of, and those listed. */
const [COUNTED, LISTED] = [50, 5] as const;

/** How the last jobs on a server ended: how well it has done its work. */
export function HistoryPart({ hostname }: { hostname: string }) {
  const { orgId } = useWorkspace();
  const ended = useQuery({
    queryKey: ['servers', orgId, 'ended', hostname],
    queryFn: ({ signal }) =>
      api().readView(
        vJobCurrentStatus,
        {
          filters: {
            org_id: eq(orgId),
            server_hostname: eq(hostname),
            status_code: isIn(['completed', 'failed']),
          },
          order: [
            { column: 'finished_at', direction: 'desc' },
            { column: 'job_id', direction: 'desc' },
          ],
          range: [0, COUNTED - 1],
        },
        { signal },
      ),
  });
  if (ended.isError && ended.data === undefined)
    return (
      <ErrorState
        error={ended.error}
        title="The jobs of this server could not be read"
        onRetry={() => void ended.refetch()}
      />
    );
  if (ended.isPending) return <Skeleton className="h-40!" />;
  const { rows } = ended.data;
  if (rows.length === 0) return <p className="text-sm text-ink-2">No job has ended here yet.</p>;
  const { completed, failed, reasons } = endedJobs(rows);
  return (
    <div className="grid grid-cols-1 gap-2 text-sm">
      <p>
        Of the last {counted(rows.length, 'job')} {grouped(completed)} completed
        {failed > 0 && (
          <>
            {' '}
            and <span className="text-bad">{grouped(failed)} failed</span>
            <span className="text-ink-3">
              : {reasons.map(({ reason, count }) => `${count} × ${reason}`).join(', ')}
            </span>
          </>
        )}
        .
      </p>
      <ul className="divide-y divide-line rounded border border-line">
        {rows.slice(0, LISTED).map((job) => (
          <li key={job.job_id} className="flex items-center gap-2 px-3 py-1">
            <Link
              to="/w/$orgId/jobs/$jobId"
              params={{ orgId, jobId: String(job.job_id) }}
              className="min-w-0 flex-1 truncate text-ink"
              title={job.error_message ?? job.job_name}
            >
              {job.job_name}
            </Link>
            <StatusBadge status={job.status_code} phase={job.phase_code} />
            <span className="text-xs whitespace-nowrap text-ink-3">
              <RelativeTime at={job.finished_at} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
