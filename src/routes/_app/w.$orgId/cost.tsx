import { createFileRoute } from '@tanstack/react-router';
import { resultOrgIds } from '#src/components/results/result-org-ids.ts';
import { subjectsQuery } from '#src/api/estimate-queries.ts';
import { gpuPricesQuery } from '#src/api/price-queries.ts';
import { CostPage } from '#src/features/cost/cost-page.tsx';
import { costSearch } from '#src/features/cost/cost-search.ts';

export const Route = createFileRoute('/_app/w/$orgId/cost')({
  staticData: { crumb: 'Cost' },
  validateSearch: costSearch.validate,
  loaderDeps: ({ search }) => ({ published: costSearch.read(search).published }),
  loader: async ({ context, params, deps }) => {
    const orgIds = resultOrgIds(params.orgId, context.user.memberships, deps.published);
    await Promise.all([
      context.queryClient.query({ ...subjectsQuery(orgIds), staleTime: 'static' }),
      context.queryClient.query({ ...gpuPricesQuery, staleTime: 'static' }),
    ]).catch(() => undefined);
  },
  component: CostPage,
});
