import { createFileRoute } from '@tanstack/react-router';
import { AdminPage } from '#src/features/admin/admin-page.tsx';
import { adminSearch } from '#src/features/admin/admin-search.ts';

export const Route = createFileRoute('/_app/w/$orgId/admin')({
  staticData: { crumb: 'Admin' },
  validateSearch: adminSearch.validate,
  loaderDeps: ({ search }) => ({ tab: adminSearch.read(search).tab }),
  loader: async ({ context, params, deps }) => {
    if (deps.tab !== 'members') return;
    // The panel's code comes along; else it would be fetched only after what it shows.
    const [{ membersQuery }] = await Promise.all([
      import('#src/features/admin/members-query.ts'),
      import('#src/features/admin/members-panel.tsx'),
    ]);
    await context.queryClient
      .query({ ...membersQuery(params.orgId), staleTime: 'static' })
      .catch(() => undefined);
  },
  component: AdminPage,
});
