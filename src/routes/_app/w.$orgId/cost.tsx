import { createFileRoute } from '@tanstack/react-router';
import { bestEstimatesQuery } from '#src/api/estimate-queries.ts';
import { gpuPricesQuery } from '#src/api/price-queries.ts';
import { CostPage, costOrgIds } from '#src/features/cost/cost-page.tsx';
import { costSearch } from '#src/features/cost/cost-search.ts';

export const Route = createFileRoute('/_app/w/$orgId/cost')({
  staticData: { crumb: 'Cost' },
  validateSearch: costSearch.validate,
  loaderDeps: ({ search }) => ({ published: costSearch.read(search).published }),
  loader: async ({ context, params, deps }) => {
    const orgIds = costOrgIds(params.orgId, context.user.memberships, deps.published);
    await Promise.all([
      context.queryClient.query({ ...bestEstimatesQuery(orgIds), staleTime: 'static' }),
      context.queryClient.query({ ...gpuPricesQuery, staleTime: 'static' }),
    ]).catch(() => undefined);
  },
  component: CostPage,
});
