import { createFileRoute } from '@tanstack/react-router';
import { addCommandSource } from '#src/components/layout/commands.ts';
import { wordOrder } from '#src/components/table/table-late.ts';
import { ProjectsPage } from '#src/features/projects/projects-page.tsx';
import { projectsQuery } from '#src/features/projects/projects-queries.ts';
import { projectsSearch } from '#src/features/projects/projects-search.ts';

addCommandSource({
  id: 'projects',
  search: async (...args) => (await import('#src/features/projects/find-projects.ts')).findProjects(...args),
});

export const Route = createFileRoute('/_app/w/$orgId/projects/')({
  staticData: { crumb: 'Projects' },
  validateSearch: projectsSearch.validate,
  loader: async ({ context, params }) => {
    const { memberships } = context.user;
    const reference = memberships.find((one) => one.is_reference);
    if (reference !== undefined && reference.org_id !== params.orgId) {
      void context.queryClient.query(projectsQuery(reference.org_id)).catch(() => undefined);
      // Its table is sorted by name.
      wordOrder.load().catch(() => undefined);
    }
    // The table tells a failure better than an error page: the reference results below it stay readable.
    await context.queryClient.query(projectsQuery(params.orgId)).catch(() => undefined);
  },
  component: ProjectsPage,
});
