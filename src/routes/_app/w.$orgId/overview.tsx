import { createFileRoute } from '@tanstack/react-router';
import { loadFirstSteps, loadLowerHalf, OverviewPage } from '#src/features/overview/overview-page.tsx';
import { resultOrgIds } from '#src/components/results/result-org-ids.ts';
import { startReads } from '#src/features/overview/start-reads.ts';
import { jobCountQuery } from '#src/features/overview/overview-queries.ts';
import { overviewSearch } from '#src/features/overview/overview-search.ts';

export const Route = createFileRoute('/_app/w/$orgId/overview')({
  staticData: { crumb: 'Overview' },
  validateSearch: overviewSearch.validate,
  loader: async ({ context: { queryClient, membership, user }, params, cause }) => {
    // Not for whoever only passes over the link.
    if (cause === 'enter' && !membership.is_reference)
      startReads(queryClient, params.orgId, resultOrgIds(params.orgId, user.memberships, true));
    if (cause === 'enter') void loadLowerHalf();
    const count = await queryClient
      .query({ ...jobCountQuery(params.orgId), staleTime: 'static' })
      .catch(() => undefined);
    if (count === 0) await loadFirstSteps();
  },
  component: OverviewPage,
});
