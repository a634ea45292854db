import { createFileRoute } from '@tanstack/react-router';
import { resultOrgIds } from '#src/components/results/result-org-ids.ts';
import { subjectsQuery } from '#src/api/estimate-queries.ts';
import { LeaderboardPage, loadChart } from '#src/features/leaderboard/leaderboard-page.tsx';
import { leaderboardSearch } from '#src/features/leaderboard/leaderboard-search.ts';

export const Route = createFileRoute('/_app/w/$orgId/leaderboard')({
  staticData: { crumb: 'Leaderboard' },
  validateSearch: leaderboardSearch.validate,
  loaderDeps: ({ search }) => ({ published: leaderboardSearch.read(search).published }),
  loader: async ({ context, params, deps, cause }) => {
    if (cause === 'enter') void loadChart();
    const orgIds = resultOrgIds(params.orgId, context.user.memberships, deps.published);
    await context.queryClient.query({ ...subjectsQuery(orgIds), staleTime: 'static' }).catch(() => undefined);
  },
  component: LeaderboardPage,
});
