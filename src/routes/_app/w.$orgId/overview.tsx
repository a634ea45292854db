import { createFileRoute } from '@tanstack/react-router';
import { OverviewPage } from '#src/features/overview/overview-page.tsx';
import { jobCountQuery } from '#src/features/overview/overview-queries.ts';
import { overviewSearch } from '#src/features/overview/overview-search.ts';

export const Route = createFileRoute('/_app/w/$orgId/overview')({
  staticData: { crumb: 'Overview' },
  validateSearch: overviewSearch.validate,
  loader: ({ context, params }) =>
    context.queryClient.query({ ...jobCountQuery(params.orgId), staleTime: 'static' }).catch(() => undefined),
  component: OverviewPage,
});
