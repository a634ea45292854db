import { createFileRoute } from '@tanstack/react-router';
import { AdminPage, loadPanel } from '#src/features/admin/admin-page.tsx';
import { adminSearch } from '#src/features/admin/admin-search.ts';

export const Route = createFileRoute('/_app/w/$orgId/admin')({
  staticData: { crumb: 'Admin' },
  validateSearch: adminSearch.validate,
  loaderDeps: ({ search }) => ({ tab: adminSearch.read(search).tab }),
  loader: async ({ context, params, deps }) => {
    // The panel's code comes along; else it would be fetched only after what it shows.
    const panel = loadPanel(deps.tab);
    if (deps.tab !== 'members') return panel;
    const [{ membersQuery }] = await Promise.all([import('#src/features/admin/members-query.ts'), panel]);
    await context.queryClient
      .query({ ...membersQuery(params.orgId), staleTime: 'static' })
      .catch(() => undefined);
  },
  component: AdminPage,
});
