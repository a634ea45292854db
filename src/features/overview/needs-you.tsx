import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useMemo } from 'react';
import { apiKeysQuery, tokensQuery } from '#src/api/credential-queries.ts';
import { serversQuery } from '#src/api/server-queries.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { fallenSince } from './changed-figures.ts';
import { JobList } from './job-list.tsx';
import { endedJobsQuery, quotaQuery, recentEstimatesQuery } from './overview-queries.ts';
import { EndingSoon, FallenFigure, NearQuota, SilentServer } from './warning-rows.tsx';
import { endingCredentials, quotaMeters } from './warnings.ts';

/** Falls listed; the leaderboard has the rest. */
const MOST_FALLS = 3;

/** Failed jobs of the last week with their reason, silent servers, figures that fell, quotas near their end and credentials near theirs. */
export function NeedsYou({ weekAgo }: { weekAgo: string }) {
  const { orgId, mayWrite } = useWorkspace();
  const failed = useQuery(endedJobsQuery(orgId, ['failed'], weekAgo));
  const servers = useQuery(serversQuery(orgId));
  const silent = (servers.data ?? []).filter(
    (row, index, all) =>
      (row.status_code === 'offline' || row.status_code === 'stale') &&
      all.findIndex((one) => one.server_id === row.server_id) === index,
  );
  const recent = useQuery(recentEstimatesQuery(orgId, weekAgo));
  const falls = useMemo(() => fallenSince(recent.data ?? [], Date.parse(weekAgo)), [recent.data, weekAgo]);
  const quota = useQuery(quotaQuery(orgId));
  const near = (quota.data == null ? [] : quotaMeters(quota.data)).filter(({ state }) => state !== 'fine');
  const tokens = useQuery(tokensQuery);
  // Whoever may not make keys has none.
  const keys = useQuery({ ...apiKeysQuery(orgId), enabled: mayWrite });
  const ending = endingCredentials(tokens.data ?? [], keys.data ?? [], tokens.dataUpdatedAt);
  const total = failed.data?.total ?? 0;
  const isCalm =
    failed.data !== undefined &&
    servers.data !== undefined &&
    total + silent.length + falls.length + near.length + ending.length === 0;
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
              falls.length > 0 && `${falls.length} slower than before`,
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
          No job failed in the last seven days, every server reports, and no deployment is slower than before.
        </p>
      ) : (
        <>
          {silent.map((row) => (
            <SilentServer key={row.server_id} row={row} />
          ))}
          {near.map((meter) => (
            <NearQuota key={meter.label} orgId={orgId} meter={meter} />
          ))}
          {ending.map((credential) => (
            <EndingSoon key={credential.id} orgId={orgId} credential={credential} />
          ))}
          {falls.slice(0, MOST_FALLS).map((change) => (
            <FallenFigure key={change.now.job_id} orgId={orgId} change={change} />
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
