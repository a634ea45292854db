import { createFileRoute } from '@tanstack/react-router';
import { OverviewPage } from '#src/features/overview/overview-page.tsx';
import { startReads } from '#src/features/overview/start-reads.ts';
import { jobCountQuery } from '#src/features/overview/overview-queries.ts';
import { overviewSearch } from '#src/features/overview/overview-search.ts';

export const Route = createFileRoute('/_app/w/$orgId/overview')({
  staticData: { crumb: 'Overview' },
  validateSearch: overviewSearch.validate,
  loader: ({ context: { queryClient, membership }, params, cause }) => {
    // Not for whoever only passes over the link.
    if (cause === 'enter' && !membership.is_reference) startReads(queryClient, params.orgId);
    return queryClient.query({ ...jobCountQuery(params.orgId), staleTime: 'static' }).catch(() => undefined);
  },
  component: OverviewPage,
});
