import { queryOptions, type QueryKey } from '@tanstack/react-query';
import type { z } from 'zod';
import { vInferencexOutputs } from '#contract/views/v-inferencex-outputs.ts';
import { vJobCurrentStatus, type JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { vQuotaUsage } from '#contract/views/v-quota-usage.ts';
import { api } from '#src/api/api.ts';
import type { ViewPage } from '#src/api/client.ts';
import { pickColumns } from '#src/api/pick-columns.ts';
import { eq, gte, isIn, lt, type ViewQuery } from '#src/api/view-query.ts';

const POLL_MS = 15_000;
/** Jobs listed of each kind until more are asked for. */
export const LISTED = 6;

const WEEK_MS = 7 * 86_400_000;

/** A week before `nowMs`, to the minute, so that page and loader ask the same. */
export const weekBefore = (nowMs: number): string =>
  new Date(Math.floor((nowMs - WEEK_MS) / 60_000) * 60_000).toISOString();

type JobsPage = ViewPage<JobCurrentStatus>;

/** What is listed stays until more of it is there; another workspace begins anew. */
const isOf = (query: { readonly queryKey: QueryKey } | undefined, orgId: string): boolean =>
  query?.queryKey[1] === orgId;

/** Jobs that wait or run, those that run first. */
export const activeJobsRead = (orgId: string, most = LISTED): ViewQuery<JobCurrentStatus> => ({
  filters: { org_id: eq(orgId), status_code: isIn(['running', 'queued', 'pending']) },
  order: [
    // running, queued, pending: as it happens, the alphabet backwards.
    { column: 'status_code', direction: 'desc' },
    { column: 'job_id', direction: 'asc' },
  ],
  range: [0, most - 1],
  count: 'exact',
});

export const activeJobsQuery = (orgId: string, most = LISTED) =>
  queryOptions({
    queryKey: ['overview-active', orgId, most],
    queryFn: ({ signal }) => api().readView(vJobCurrentStatus, activeJobsRead(orgId, most), { signal }),
    placeholderData: (before: JobsPage | undefined, query) => (isOf(query, orgId) ? before : undefined),
    refetchInterval: POLL_MS,
  });

/** Jobs that ended in one of the states since a time, latest first, with how many there are. */
export const endedJobsRead = (
  orgId: string,
  states: readonly ('failed' | 'completed')[],
  since: string,
  most = LISTED,
): ViewQuery<JobCurrentStatus> => ({
  filters: { org_id: eq(orgId), status_code: isIn(states), finished_at: gte(since) },
  order: [
    { column: 'finished_at', direction: 'desc' },
    { column: 'job_id', direction: 'desc' },
  ],
  range: [0, most - 1],
  count: 'exact',
});

export const endedJobsQuery = (
  orgId: string,
  states: readonly ('failed' | 'completed')[],
  since: string,
  most = LISTED,
) =>
  queryOptions({
    queryKey: ['overview-ended', orgId, states, since, most],
    queryFn: ({ signal }) =>
      api().readView(vJobCurrentStatus, endedJobsRead(orgId, states, since, most), { signal }),
    placeholderData: (before: JobsPage | undefined, query) => (isOf(query, orgId) ? before : undefined),
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

/** Estimates looked at for a fall, the newest first, and of those before them on the same configs. */
const MOST_NEW = 100;
const MOST_BEFORE = 400;

/** Of an estimate what tells its deployment, its throughput, and how sure that is. */
const vFigures = pickColumns(vInferencexOutputs, [
  'org_id',
  'job_id',
  'provenance',
  'created_at',
  'model_code',
  'workload_shape',
  'workload_options',
  'concurrency',
  'gpu_model',
  'gpu_name',
  'gpu_count',
  'framework_code',
  'framework_version',
  'quantization_code',
  'server_hostname',
  'config_code',
  'tokens_per_sec',
  'confidence_interval_lower',
  'confidence_interval_upper',
]);
export type DeploymentFigure = z.output<typeof vFigures.row>;

/** Measured estimates since a time, and the earlier ones of the same configs and models. */
export const recentEstimatesQuery = (orgId: string, since: string) =>
  queryOptions({
    queryKey: ['overview-recent-estimates', orgId, since],
    queryFn: async ({ signal }) => {
      const own = { org_id: eq(orgId), provenance: eq('measured') };
      const order = [
        { column: 'created_at', direction: 'desc' },
        { column: 'job_id', direction: 'desc' },
      ] as const;
      const fresh = await api().readView(
        vFigures,
        vFigures.query({ filters: { ...own, created_at: gte(since) }, order, range: [0, MOST_NEW - 1] }),
        { signal },
      );
      const configs = [...new Set(fresh.rows.flatMap((row) => row.config_code ?? []))];
      if (configs.length === 0) return fresh.rows;
      const before = await api().readView(
        vFigures,
        vFigures.query({
          filters: {
            ...own,
            created_at: lt(since),
            config_code: isIn(configs),
            model_code: isIn([...new Set(fresh.rows.map((row) => row.model_code))]),
          },
          order,
          range: [0, MOST_BEFORE - 1],
        }),
        { signal },
      );
      return [...fresh.rows, ...before.rows];
    },
    staleTime: 60_000,
  });

export const quotaQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['quota', orgId],
    queryFn: async ({ signal }) =>
      (await api().readView(vQuotaUsage, { filters: { org_id: eq(orgId) } }, { signal })).rows[0] ?? null,
  });
