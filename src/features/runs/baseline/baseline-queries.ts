import { queryOptions } from '@tanstack/react-query';
import { vJobAttempts } from '#contract/views/v-job-attempts.ts';
import { vProjectRunsWithStatus } from '#contract/views/v-project-runs-with-status.ts';
import { api } from '#src/api/api.ts';
import { eq, isIn } from '#src/api/view-query.ts';

/** Runs offered as a baseline: the latest of the project. */
const MOST_RUNS = 200;
/** Jobs of a run whose launches are looked at: those of one run are mostly alike. What is left out is said. */
export const MOST_LAUNCHES = 50;

/** The latest runs of a project, by their last activity, and how many there are. */
export const projectRunsQuery = (orgId: string, projectId: number) =>
  queryOptions({
    queryKey: ['baseline-runs', orgId, projectId],
    queryFn: ({ signal }) =>
      api().readView(
        vProjectRunsWithStatus,
        {
          filters: { org_id: eq(orgId), project_id: eq(projectId) },
          order: [
            { column: 'last_activity_at', direction: 'desc' },
            { column: 'run_id', direction: 'desc' },
          ],
          range: [0, MOST_RUNS - 1],
          count: 'exact',
        },
        { signal },
      ),
    staleTime: 60_000,
  });

/** What the workers launched for completed jobs of a run; secrets are masked where they are stored. */
export const launchesQuery = (orgId: string, jobIds: readonly number[]) =>
  queryOptions({
    queryKey: ['baseline-launches', orgId, jobIds.slice(0, MOST_LAUNCHES)],
    queryFn: async ({ signal }) =>
      (
        await api().readView(
          vJobAttempts,
          {
            filters: {
              org_id: eq(orgId),
              job_id: isIn(jobIds.slice(0, MOST_LAUNCHES)),
              outcome: eq('completed'),
            },
            order: [{ column: 'job_id', direction: 'asc' }],
          },
          { signal },
        )
      ).rows,
    enabled: jobIds.length > 0,
    staleTime: 60_000,
  });
