import { queryOptions } from '@tanstack/react-query';
import { vProjects, type Project } from '#contract/views/v-projects.ts';
import { api } from '#src/api/api.ts';
import { eq, type ViewQuery } from '#src/api/view-query.ts';

/** Projects are read whole up to here; the server answers no more rows at once. */
const MOST_ROWS = 1000;
const POLL_MS = 10_000;

/** All projects of a workspace. */
export const projectsRead = (orgId: string): ViewQuery<Project> => ({
  filters: { org_id: eq(orgId) },
  order: [
    { column: 'last_activity_at', direction: 'desc' },
    { column: 'project_id', direction: 'desc' },
  ],
  limit: MOST_ROWS,
});

/** Projects of a workspace; read again while a job of one is under way. */
export const projectsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['projects', orgId],
    queryFn: async ({ signal }) => (await api().readView(vProjects, projectsRead(orgId), { signal })).rows,
    refetchInterval: (query) =>
      query.state.data?.some((project) => project.active_count > 0) === true ? POLL_MS : false,
  });
