import { queryOptions } from '@tanstack/react-query';
import { createProject as createProjectRpc } from '#contract/rpc/resources.ts';
import { vProjectRunsWithStatus } from '#contract/views/v-project-runs-with-status.ts';
import { vProjects, type Project } from '#contract/views/v-projects.ts';
import type { z } from 'zod';
import { api } from '#src/api/api.ts';
import { contains, eq, type ViewQuery } from '#src/api/view-query.ts';
import { viewColumnKind, viewConditions, viewOrder } from '#src/components/table/view-filters.ts';
import type { WindowedRead } from '#src/components/table/view-table.tsx';
import type { ProjectRunWithStatus } from '#contract/views/v-project-runs-with-status.ts';

/** Projects and runs are read whole up to here; the server answers no more rows at once. */
const MOST_ROWS = 1000;
const POLL_MS = 10_000;

/** All projects of a workspace. */
export const projectsRead = (orgId: string): ViewQuery<Project> => ({
  filters: { org_id: eq(orgId) },
  order: [{ column: 'last_activity_at', direction: 'desc' }],
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

/** The same runs in windows, for a project with many. */
export function projectRunsRead(
  orgId: string,
  projectId: number,
  text: string,
): WindowedRead<ProjectRunWithStatus> {
  return {
    queryKey: ['project-runs', orgId, projectId, text],
    canFilter: (column) => viewColumnKind(vProjectRunsWithStatus, column) !== null,
    read: (first, last, sort, signal, filters = []) =>
      api().readView(
        vProjectRunsWithStatus,
        {
          filters: viewConditions(vProjectRunsWithStatus, filters, {
            org_id: eq(orgId),
            project_id: eq(projectId),
            ...(text !== '' && { run_name: contains(text) }),
          }),
          order: viewOrder(vProjectRunsWithStatus, sort, { column: 'run_id', direction: 'desc' }),
          range: [first, last],
          count: 'exact',
        },
        signal === undefined ? {} : { signal },
      ),
  };
}

/** Creates a project; answers its id. */
export function createProject(values: z.input<typeof createProjectRpc.params>): Promise<number> {
  return api().callRpc(createProjectRpc, values);
}
