import { createFileRoute } from '@tanstack/react-router';
import { loadTab, ProfilePage } from '#src/features/profile/profile-page.tsx';
import { tokensQuery } from '#src/api/credential-queries.ts';
import { profileSearch } from '#src/features/profile/profile-search.ts';

export const Route = createFileRoute('/_app/w/$orgId/profile')({
  staticData: { crumb: 'Profile' },
  validateSearch: profileSearch.validate,
  loaderDeps: ({ search }) => ({ tab: profileSearch.read(search).tab }),
  loader: async ({ context, deps }) => {
    const tab = loadTab(deps.tab);
    if (deps.tab === 'tokens') await context.queryClient.query({ ...tokensQuery, staleTime: 'static' });
    await tab;
  },
  component: ProfilePage,
});
