import { queryOptions } from '@tanstack/react-query';
import { vProjects, type Project } from '#contract/views/v-projects.ts';
import { api } from '#src/api/api.ts';
import { eq, type ViewQuery } from '#src/api/view-query.ts';

/** Projects are read whole up to here; the server answers no more rows at once. */
const MOST_ROWS = 1000;
export const POLL_MS = 10_000;

/** The projects of a workspace that were active last. */
export const projectsRead = (orgId: string): ViewQuery<Project> => ({
  filters: { org_id: eq(orgId) },
  order: [
    { column: 'last_activity_at', direction: 'desc' },
    { column: 'project_id', direction: 'desc' },
  ],
  limit: MOST_ROWS,
  count: 'exact',
});

/** The projects of a workspace that were active last, and how many there are; read again while a job of one is under way. */
export const projectsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['projects', orgId],
    queryFn: ({ signal }) => api().readView(vProjects, projectsRead(orgId), { signal }),
    refetchInterval: (query) =>
      query.state.data?.rows.some((project) => project.active_count > 0) === true ? POLL_MS : false,
  });
