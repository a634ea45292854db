import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { apiKeysQuery, tokensQuery } from '#src/api/credential-queries.ts';
import { serversQuery } from '#src/api/server-queries.ts';
import { bestEstimatesQuery } from '#src/api/estimate-queries.ts';
import { ApiCallButton } from '#src/components/api-call/api-call-button.tsx';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { buttonStyles } from '#src/components/ui/button.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { FirstSteps } from './first-steps.tsx';
import { sinceLastVisit } from './last-visit.ts';
import { MatrixPanel } from './matrix-panel.tsx';
import { NeedsYou } from './needs-you.tsx';
import {
  activeJobsQuery,
  endedJobsQuery,
  jobCountQuery,
  quotaQuery,
  recentEstimatesQuery,
} from './overview-queries.ts';
import { QuickPanel } from './quick-panel.tsx';
import { RunningNow } from './running-now.tsx';
import { SinceLastVisit } from './since-last-visit.tsx';
import { Usage } from './usage.tsx';

const WEEK_MS = 7 * 86_400_000;

/** The first page of a workspace: what needs a person, what runs, what is new, what is best. */
export function OverviewPage() {
  const { orgId, user, membership, mayWrite } = useWorkspace();
  // Once per opening of the page: what is new must not change while it is read.
  const [{ weekAgo, since }] = useState(() => {
    const now = Date.now();
    return {
      weekAgo: new Date(Math.floor((now - WEEK_MS) / 60_000) * 60_000).toISOString(),
      since: new Date(sinceLastVisit(localStorage, user.account_id, orgId, now)).toISOString(),
    };
  });
  const jobCount = useQuery(jobCountQuery(orgId));
  const published = user.memberships.find((one) => one.is_reference && one.org_id !== orgId)?.org_id;
  const orgIds = useMemo(() => (published === undefined ? [orgId] : [orgId, published]), [orgId, published]);
  const estimates = useQuery(bestEstimatesQuery(orgIds));
  // One outline until all is there: panels that fill one by one would push each other about.
  const isOwn = !membership.is_reference;
  const isPending = [
    useQuery({ ...endedJobsQuery(orgId, ['failed'], weekAgo), enabled: isOwn }),
    useQuery({ ...endedJobsQuery(orgId, ['completed', 'failed'], since), enabled: isOwn }),
    useQuery({ ...activeJobsQuery(orgId), enabled: isOwn }),
    useQuery({ ...serversQuery(orgId), enabled: isOwn }),
    useQuery({ ...quotaQuery(orgId), enabled: isOwn }),
    useQuery({ ...recentEstimatesQuery(orgId, weekAgo), enabled: isOwn }),
    useQuery({ ...tokensQuery, enabled: isOwn }),
    useQuery({ ...apiKeysQuery(orgId), enabled: isOwn && mayWrite }),
    estimates,
  ].some((query) => query.isLoading);
  const isEmpty = jobCount.data === 0 && !membership.is_reference;
  const parts = (
    <>
      {isEmpty && <FirstSteps mayWrite={mayWrite} hasPublished={published !== undefined} />}
      {!membership.is_reference && (
        <div className="grid items-start gap-3.5 lg:grid-cols-2">
          <NeedsYou weekAgo={weekAgo} />
          <RunningNow />
          <SinceLastVisit since={since} />
          <Usage />
        </div>
      )}
      <QuickPanel estimates={estimates.data?.rows ?? []} />
      <MatrixPanel estimates={estimates} />
    </>
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
              calls={async () => (await import('./overview-calls.ts')).overviewCalls(orgId, orgIds, weekAgo)}
            />
            {mayWrite && (
              <Link to="/w/$orgId/submit" params={{ orgId }} className={buttonStyles({ variant: 'primary' })}>
                Submit a benchmark
              </Link>
            )}
          </>
        }
      />
      {isPending ? <Skeleton className="h-[80dvh]!" /> : parts}
    </Page>
  );
}
