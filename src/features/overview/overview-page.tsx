import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { grouped } from '#lib/grouped.ts';
import { apiKeysQuery, tokensQuery } from '#src/api/credential-queries.ts';
import { serversQuery } from '#src/api/server-queries.ts';
import { ApiCallButton } from '#src/components/api-call/api-call-button.tsx';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { resultOrgIds } from '#src/components/results/result-org-ids.ts';
import { buttonStyles } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { WhenReached } from '#src/components/ui/when-reached.tsx';
import { JobProgress } from './job-progress.tsx';
import { JobsPanel } from './jobs-panel.tsx';
import { sinceLastVisit } from './last-visit.ts';
import { NeedsYou } from './needs-you.tsx';
import {
  activeJobsQuery,
  endedJobsQuery,
  jobCountQuery,
  LISTED,
  quotaQuery,
  recentEstimatesQuery,
  weekBefore,
} from './overview-queries.ts';
import { isSideBySide } from './start-reads.ts';
import { Usage } from './usage.tsx';

const FirstSteps = lazyPart(
  () => import('./first-steps.tsx'),
  (part) => part.FirstSteps,
);
const ResultsPart = lazyPart(
  () => import('./results-part.tsx'),
  (part) => part.ResultsPart,
);

/** Begins to fetch the code of the lower half, which is drawn as soon as the upper one is. */
export const loadLowerHalf = (): Promise<void> => ResultsPart.ahead();
/** The same of what a workspace without jobs shows. */
export const loadFirstSteps = (): Promise<void> => FirstSteps.ahead();

const resultsOutline = <Skeleton className="h-[80dvh]!" />;

/** The first page of a workspace: what needs a person, what runs, what is new, what is best. */
export function OverviewPage() {
  const { orgId, user, membership, mayWrite } = useWorkspace();
  // Once per opening of the page: what is new must not change while it is read.
  const [{ weekAgo, since }] = useState(() => {
    const now = Date.now();
    return {
      weekAgo: weekBefore(now),
      since: new Date(sinceLastVisit(localStorage, user.account_id, orgId, now)).toISOString(),
    };
  });
  const jobCount = useQuery(jobCountQuery(orgId));
  const published = user.memberships.find((one) => one.is_reference && one.org_id !== orgId)?.org_id;
  const enabled = !membership.is_reference;
  const [mostFailed, setMostFailed] = useState(LISTED);
  const [mostEnded, setMostEnded] = useState(LISTED);
  const [mostActive, setMostActive] = useState(LISTED);
  const failed = useQuery({ ...endedJobsQuery(orgId, ['failed'], weekAgo, mostFailed), enabled });
  const ended = useQuery({ ...endedJobsQuery(orgId, ['completed', 'failed'], since, mostEnded), enabled });
  const active = useQuery({ ...activeJobsQuery(orgId, mostActive), enabled });
  const servers = useQuery({ ...serversQuery(orgId), enabled });
  const quota = useQuery({ ...quotaQuery(orgId), enabled });
  const recent = useQuery({ ...recentEstimatesQuery(orgId, weekAgo), enabled });
  const tokens = useQuery({ ...tokensQuery, enabled });
  // Whoever may not make keys has none.
  const keys = useQuery({ ...apiKeysQuery(orgId), enabled: enabled && mayWrite });
  // One outline until all was answered once: panels that fill one by one would push each other about. Refused counts as
  // answered, or panels that read again as they appear would bring the outline back, and that them, without end.
  const isPending = [failed, ended, active, servers, quota, recent, tokens, keys].some(
    (query) => query.isLoading && !query.isFetched,
  );
  return (
    <Page>
      <PageHeader
        title="Overview"
        facts={[
          membership.org_name,
          jobCount.data !== undefined && counted(jobCount.data, 'job'),
          membership.is_reference && 'published results, read only',
        ]}
        actions={
          <>
            <ApiCallButton
              calls={async () =>
                (await import('./overview-calls.ts')).overviewCalls(
                  orgId,
                  resultOrgIds(orgId, user.memberships, true),
                  weekAgo,
                )
              }
            />
            {mayWrite && (
              <Link to="/w/$orgId/submit" params={{ orgId }} className={buttonStyles({ variant: 'primary' })}>
                Submit a benchmark
              </Link>
            )}
          </>
        }
      />
      {isPending ? (
        <Skeleton className="h-[80dvh]!" />
      ) : (
        enabled && (
          <>
            {jobCount.data === 0 && (
              <Suspense fallback={<Skeleton className="h-47! max-md:h-115!" />}>
                <FirstSteps mayWrite={mayWrite} hasPublished={published !== undefined} />
              </Suspense>
            )}
            <div className="grid items-start gap-3.5 lg:grid-cols-2">
              <NeedsYou
                failed={failed}
                onMoreFailed={setMostFailed}
                servers={servers}
                quota={quota.data ?? null}
                tokens={tokens}
                keys={keys}
                recent={recent}
                weekAgo={weekAgo}
              />
              <JobsPanel
                title="Running now"
                query={active}
                note={(shown, total) => shown < total && `the first ${shown} of ${grouped(total)}`}
                onMore={setMostActive}
                empty="Nothing runs and nothing waits."
                detail={(job) => <JobProgress job={job} />}
              />
              <JobsPanel
                title="Since you were here"
                query={ended}
                note={(shown, total) => (
                  <>
                    <RelativeTime at={since} />
                    {shown < total && `, the last ${shown} of ${grouped(total)}`}
                  </>
                )}
                onMore={setMostEnded}
                empty="No job has ended since then."
              />
              <Usage quota={quota} />
            </div>
          </>
        )
      )}
      {!isPending && (
        <WhenReached
          outline={resultsOutline}
          isReached={isSideBySide()}
          className="grid grid-cols-[minmax(0,1fr)] gap-3.5"
        >
          <ResultsPart outline={resultsOutline} />
        </WhenReached>
      )}
    </Page>
  );
}
