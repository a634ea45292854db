import { queryOptions } from '@tanstack/react-query';
import {
  vProjectRunsWithStatus,
  type ProjectRunWithStatus,
} from '#contract/views/v-project-runs-with-status.ts';
import { vProjects } from '#contract/views/v-projects.ts';
import { api } from '#src/api/api.ts';
import { eq, type ViewQuery } from '#src/api/view-query.ts';

/** Runs are read whole up to here; the server answers no more rows at once. */
const MOST_ROWS = 1000;
const POLL_MS = 10_000;

/** One project; null when the workspace has none of this id. */
export const projectQuery = (orgId: string, projectId: number) =>
  queryOptions({
    queryKey: ['project', orgId, projectId],
    queryFn: async ({ signal }) => {
      const filters = { org_id: eq(orgId), project_id: eq(projectId) };
      return (await api().readView(vProjects, { filters }, { signal })).rows[0] ?? null;
    },
    refetchInterval: (query) => ((query.state.data?.active_count ?? 0) > 0 ? POLL_MS : false),
  });

/** The newest runs of a project. */
export const newestRunsRead = (orgId: string, projectId: number): ViewQuery<ProjectRunWithStatus> => ({
  filters: { org_id: eq(orgId), project_id: eq(projectId) },
  order: [{ column: 'run_id', direction: 'desc' }],
  range: [0, MOST_ROWS - 1],
  count: 'exact',
});

/** The newest runs of a project and how many there are. */
export const projectRunsQuery = (orgId: string, projectId: number) =>
  queryOptions({
    queryKey: ['project-runs', orgId, projectId],
    queryFn: ({ signal }) =>
      api().readView(vProjectRunsWithStatus, newestRunsRead(orgId, projectId), { signal }),
    refetchInterval: (query) =>
      query.state.data?.rows.some((run) => run.pending_count + run.running_count > 0) === true
        ? POLL_MS
        : false,
  });
