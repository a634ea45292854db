import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { JobList } from './job-list.tsx';
import { endedJobsQuery } from './overview-queries.ts';

/** What ended since the person was here before. */
export function SinceLastVisit({ since }: { since: string }) {
  const { orgId } = useWorkspace();
  const ended = useQuery(endedJobsQuery(orgId, ['completed', 'failed'], since));
  const rows = ended.data?.rows ?? [];
  const total = ended.data?.total ?? rows.length;
  return (
    <Panel
      title="Since you were here"
      note={
        <>
          <RelativeTime at={since} />
          {total > rows.length && `, the last ${rows.length} of ${total.toLocaleString('en-US')}`}
        </>
      }
    >
      {ended.isError && ended.data === undefined ? (
        <div className="p-3">
          <ErrorState
            error={ended.error}
            title="The jobs could not be read"
            onRetry={() => void ended.refetch()}
          />
        </div>
      ) : ended.isPending ? (
        <Skeleton className="m-3 h-24!" />
      ) : rows.length === 0 ? (
        <p className="p-3 text-sm text-ink-3">No job has ended since then.</p>
      ) : (
        <JobList jobs={rows} />
      )}
    </Panel>
  );
}
