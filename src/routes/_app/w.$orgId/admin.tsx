import { createFileRoute } from '@tanstack/react-router';
import { AdminPage } from '#src/features/admin/admin-page.tsx';
import { membersQuery } from '#src/features/admin/admin-queries.ts';
import { adminSearch } from '#src/features/admin/admin-search.ts';

export const Route = createFileRoute('/_app/w/$orgId/admin')({
  staticData: { crumb: 'Admin' },
  validateSearch: adminSearch.validate,
  loaderDeps: ({ search }) => ({ tab: adminSearch.read(search).tab }),
  loader: async ({ context, params, deps }) => {
    if (deps.tab === 'members')
      await context.queryClient
        .query({ ...membersQuery(params.orgId), staleTime: 'static' })
        .catch(() => undefined);
  },
  component: AdminPage,
});
