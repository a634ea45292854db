import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { JobList } from './job-list.tsx';
import { activeJobsQuery } from './overview-queries.ts';

/** What waits and runs, with how far it is. */
export function RunningNow() {
  const { orgId } = useWorkspace();
  const active = useQuery(activeJobsQuery(orgId));
  const rows = active.data?.rows ?? [];
  const total = active.data?.total ?? rows.length;
  return (
    <Panel
      title="Running now"
      note={total > rows.length ? `the first ${rows.length} of ${total.toLocaleString('en-US')}` : undefined}
    >
      {active.isError && active.data === undefined ? (
        <div className="p-3">
          <ErrorState
            error={active.error}
            title="The jobs could not be read"
            onRetry={() => void active.refetch()}
          />
        </div>
      ) : active.isPending ? (
        <Skeleton className="m-3 h-24!" />
      ) : rows.length === 0 ? (
        <p className="p-3 text-sm text-ink-3">Nothing runs and nothing waits.</p>
      ) : (
        <JobList
          jobs={rows}
          detail={(job) =>
            job.progress === null ? (
              [job.config_code, job.server_hostname].filter((part) => part !== null).join(' on ')
            ) : (
              <span
                role="progressbar"
                aria-label={`${job.job_name}: ${Math.round(job.progress * 100)} %`}
                aria-valuenow={Math.round(job.progress * 100)}
                aria-valuemin={0}
                aria-valuemax={100}
                className="mt-1 block h-1 overflow-hidden rounded-full bg-raised"
              >
                <span
                  className="block h-full bg-accent"
                  style={{ width: `${Math.min(1, job.progress) * 100}%` }}
                />
              </span>
            )
          }
        />
      )}
    </Panel>
  );
}
