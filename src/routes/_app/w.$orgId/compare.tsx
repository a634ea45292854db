import { createFileRoute } from '@tanstack/react-router';
import { outlinesQuery } from '#src/api/estimate-queries.ts';
import { resultOrgIds } from '#src/components/results/result-org-ids.ts';
import { ComparePage, loadTab } from '#src/features/compare/compare-page.tsx';
import { compareSearch } from '#src/features/compare/compare-search.ts';

export const Route = createFileRoute('/_app/w/$orgId/compare')({
  staticData: { crumb: 'Compare' },
  validateSearch: compareSearch.validate,
  loaderDeps: ({ search }) => ({ published: compareSearch.read(search).published }),
  loader: async ({ context, params, deps, location }) => {
    const tab = loadTab(compareSearch.read(location.search));
    const orgIds = resultOrgIds(params.orgId, context.user.memberships, deps.published);
    await context.queryClient.query({ ...outlinesQuery(orgIds), staleTime: 'static' }).catch(() => undefined);
    await tab;
  },
  component: ComparePage,
});
