import { vJobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { vQuotaUsage } from '#contract/views/v-quota-usage.ts';
import { vSavedViews } from '#contract/views/v-saved-views.ts';
import { vServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import { vThroughputLeaderboard } from '#contract/views/v-throughput-leaderboard.ts';
import { outlines } from '#src/api/estimate-queries.ts';
import { eq } from '#src/api/view-query.ts';
import { viewCall, type ApiCall } from '#src/components/api-call/api-call.ts';
import { activeJobsRead, endedJobsRead } from './overview-queries.ts';
import { pinnedViews } from './pinned-views-query.ts';

/** The reads behind the overview. */
export function overviewCalls(
  orgId: string,
  resultOrgIds: readonly string[],
  weekAgo: string,
): readonly ApiCall[] {
  const own = { org_id: eq(orgId) };
  return [
    viewCall(
      vJobCurrentStatus,
      endedJobsRead(orgId, ['failed'], weekAgo),
      'Jobs that failed in the last week',
    ),
    viewCall(vJobCurrentStatus, activeJobsRead(orgId), 'Jobs that wait or run'),
    viewCall(vServerCurrentStatus, { filters: own }, 'Servers and when they were heard'),
    viewCall(vQuotaUsage, { filters: own }, 'Use and quotas of this month'),
    viewCall(
      vThroughputLeaderboard,
      {
        ...outlines(resultOrgIds),
        order: [{ column: 'job_id', direction: 'asc' }],
        range: [0, 999],
      },
      'The best of each deployment',
    ),
    viewCall(vSavedViews, pinnedViews(orgId), 'Views that admins chose for this page'),
  ];
}
