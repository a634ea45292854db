import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { Suspense, useMemo } from 'react';
import type { AccessTokenRow, ApiKeyRow } from '#contract/auth.ts';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import type { ServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import { grouped } from '#lib/grouped.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Unread } from '#src/components/ui/error-state.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { fallenSince } from './changed-figures.ts';
import type { DeploymentFigure } from './overview-queries.ts';
import { ShowMore } from '#src/components/ui/show-more.tsx';
import { JobList } from './job-list.tsx';
import { ReadPart } from './read-part.tsx';
import { SilentServer } from './warning-rows.tsx';
import { endingCredentials, FEW_FALLS, quotaMeters, type QuotaUsage } from './warnings.ts';

const RareWarnings = lazyPart(
  () => import('./rare-warnings.tsx'),
  (part) => part.RareWarnings,
);

interface NeedsYouProps {
  failed: UseQueryResult<{ rows: readonly JobCurrentStatus[]; total: number | null }>;
  /** Asks for as many of them. */
  onMoreFailed: (most: number) => void;
  servers: UseQueryResult<readonly ServerCurrentStatus[]>;
  quota: QuotaUsage | null;
  tokens: UseQueryResult<readonly AccessTokenRow[]>;
  keys: UseQueryResult<readonly ApiKeyRow[]>;
  recent: UseQueryResult<readonly DeploymentFigure[]>;
  weekAgo: string;
}

/** Failed jobs of the last week with their reason, silent servers, figures that fell, quotas near their end and credentials near theirs. */
export function NeedsYou(props: NeedsYouProps) {
  const { failed, servers, quota, tokens, keys, recent, weekAgo } = props;
  const { orgId, mayWrite } = useWorkspace();
  const silent = (servers.data ?? []).filter(
    (row, index, all) =>
      (row.status_code === 'offline' || row.status_code === 'stale') &&
      all.findIndex((one) => one.server_id === row.server_id) === index,
  );
  const falls = useMemo(() => fallenSince(recent.data ?? [], Date.parse(weekAgo)), [recent.data, weekAgo]);
  const near = (quota === null ? [] : quotaMeters(quota)).filter(({ state }) => state !== 'fine');
  const ending = endingCredentials(tokens.data ?? [], keys.data ?? [], tokens.dataUpdatedAt);
  const rare = [...near, ...ending, ...falls.slice(0, FEW_FALLS)];
  const total = failed.data?.total ?? 0;
  const isCalm = total + silent.length + rare.length === 0;
  return (
    <Panel
      title="Needs you"
      note={
        [
          total > 0 && `${grouped(total)} failed in 7 days`,
          silent.length > 0 && `${silent.length} silent`,
          falls.length > 0 && `${falls.length} slower than before`,
        ]
          .filter((part) => part !== false)
          .join(', ') || undefined
      }
    >
      <Unread query={tokens} what="Your access tokens" className="p-3" />
      <Unread query={keys} what="The API keys" className="p-3" />
      {/* Any part unread would look like calm. */}
      <ReadPart
        queries={[failed, servers, recent]}
        failed={
          failed.isError
            ? 'The failed jobs could not be read'
            : servers.isError
              ? 'The servers could not be read'
              : 'The latest figures could not be read'
        }
      >
        {isCalm ? (
          <p className="flex items-center gap-2 p-3 text-sm text-ink-2">
            <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
            No job failed in the last seven days, every server reports, and no deployment is slower than
            before.
          </p>
        ) : (
          <>
            {silent.map((row) => (
              <SilentServer key={row.server_id} row={row} />
            ))}
            {rare.length > 0 && (
              <Suspense
                fallback={rare.map((_, index) => (
                  <Skeleton key={index} className="my-px h-7.5!" />
                ))}
              >
                <RareWarnings orgId={orgId} near={near} ending={ending} falls={falls} />
              </Suspense>
            )}
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
            <ShowMore
              what="failed job"
              shown={failed.data?.rows.length ?? 0}
              total={total}
              isBusy={failed.isPlaceholderData}
              onMore={props.onMoreFailed}
            />
          </>
        )}
      </ReadPart>
    </Panel>
  );
}
