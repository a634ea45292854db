import { createFileRoute } from '@tanstack/react-router';
import { bestEstimatesQuery } from '#src/api/estimate-queries.ts';
import { resultOrgIds } from '#src/components/results/result-org-ids.ts';
import { ComparePage } from '#src/features/compare/compare-page.tsx';
import { compareSearch } from '#src/features/compare/compare-search.ts';

export const Route = createFileRoute('/_app/w/$orgId/compare')({
  staticData: { crumb: 'Compare' },
  validateSearch: compareSearch.validate,
  loaderDeps: ({ search }) => ({ published: compareSearch.read(search).published }),
  loader: async ({ context, params, deps }) => {
    const orgIds = resultOrgIds(params.orgId, context.user.memberships, deps.published);
    await context.queryClient
      .query({ ...bestEstimatesQuery(orgIds), staleTime: 'static' })
      .catch(() => undefined);
  },
  component: ComparePage,
});
