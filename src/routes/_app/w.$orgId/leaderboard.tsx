import { createFileRoute } from '@tanstack/react-router';
import { bestEstimatesQuery } from '#src/api/estimate-queries.ts';
import { boardOrgIds, LeaderboardPage } from '#src/features/leaderboard/leaderboard-page.tsx';
import { leaderboardSearch } from '#src/features/leaderboard/leaderboard-search.ts';

export const Route = createFileRoute('/_app/w/$orgId/leaderboard')({
  staticData: { crumb: 'Leaderboard' },
  validateSearch: leaderboardSearch.validate,
  loaderDeps: ({ search }) => ({ published: leaderboardSearch.read(search).published }),
  loader: async ({ context, params, deps }) => {
    const orgIds = boardOrgIds(params.orgId, context.user.memberships, deps.published);
    await context.queryClient
      .query({ ...bestEstimatesQuery(orgIds), staleTime: 'static' })
      .catch(() => undefined);
  },
  component: LeaderboardPage,
});
