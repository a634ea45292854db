import { queryOptions } from '@tanstack/react-query';
import { vJobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { vQuotaUsage } from '#contract/views/v-quota-usage.ts';
import { api } from '#src/api/api.ts';
import { eq, gte, isIn } from '#src/api/view-query.ts';

const POLL_MS = 15_000;
/** Jobs listed of each kind. */
export const LISTED = 6;

/** Jobs that wait or run, those that run first. */
export const activeJobsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['overview-active', orgId],
    queryFn: ({ signal }) =>
      api().readView(
        vJobCurrentStatus,
        {
          filters: { org_id: eq(orgId), status_code: isIn(['running', 'queued', 'pending']) },
          order: [
            // running, queued, pending: as it happens, the alphabet backwards.
            { column: 'status_code', direction: 'desc' },
            { column: 'job_id', direction: 'asc' },
          ],
          range: [0, LISTED - 1],
          count: 'exact',
        },
        { signal },
      ),
    refetchInterval: POLL_MS,
  });

/** Jobs that ended in one of the states since a time, latest first, with how many there are. */
export const endedJobsQuery = (orgId: string, states: readonly ('failed' | 'completed')[], since: string) =>
  queryOptions({
    queryKey: ['overview-ended', orgId, states, since],
    queryFn: ({ signal }) =>
      api().readView(
        vJobCurrentStatus,
        {
          filters: { org_id: eq(orgId), status_code: isIn(states), finished_at: gte(since) },
          order: [
            { column: 'finished_at', direction: 'desc' },
            { column: 'job_id', direction: 'desc' },
          ],
          range: [0, LISTED - 1],
          count: 'exact',
        },
        { signal },
      ),
    refetchInterval: POLL_MS * 2,
  });

/** How many jobs the workspace ever had. */
export const jobCountQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['overview-jobs', orgId],
    queryFn: async ({ signal }) =>
      (
        await api().readView(
          vJobCurrentStatus,
          { filters: { org_id: eq(orgId) }, range: [0, 0], count: 'exact' },
          { signal },
        )
      ).total ?? 0,
  });

export const quotaQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['quota', orgId],
    queryFn: async ({ signal }) =>
      (await api().readView(vQuotaUsage, { filters: { org_id: eq(orgId) } }, { signal })).rows[0] ?? null,
  });
