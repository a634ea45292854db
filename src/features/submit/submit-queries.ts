import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';
import { vProjects } from '#contract/views/v-projects.ts';
import { api } from '#src/api/api.ts';
import {
  aiModelsQuery,
  frameworksQuery,
  frameworkVersionsQuery,
  quantizationsQuery,
} from '#src/api/catalog-queries.ts';
import { serversQuery } from '#src/api/server-queries.ts';
import { eq } from '#src/api/view-query.ts';
import { onlyConfig } from './choices.ts';
import { readDraft } from './draft.ts';
import { lookPart } from './look-part.ts';
import type { JobPlace } from './quota-check.ts';
import type { RunOfNames } from './taken-names.ts';

/** Projects a job can be filed under, last used first. */
export const projectChoicesQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['projects', orgId, 'choices'],
    queryFn: async ({ signal }) =>
      (
        await api().readView(
          vProjects,
          {
            filters: { org_id: eq(orgId) },
            order: [
              { column: 'last_activity_at', direction: 'desc' },
              { column: 'project_id', direction: 'desc' },
            ],
            limit: 500,
          },
          { signal },
        )
      ).rows,
    meta: { quiet: true },
  });

/** The job that a new one repeats, as what stands in the fields; null when there is none of that id in the workspace. */
export const jobToRepeatQuery = (orgId: string, jobId: number) =>
  queryOptions({
    queryKey: ['job-to-repeat', orgId, jobId],
    queryFn:
      jobId === 0
        ? () => null
        : async ({ signal }: { signal: AbortSignal }) =>
            (await import('./job-to-repeat.ts')).readJobToRepeat(orgId, jobId, signal),
    meta: { quiet: true },
  });

/** Names of jobs in a run, lower case as the server compares them. */
export const takenNamesQuery = (orgId: string, asked: RunOfNames | null) =>
  queryOptions({
    queryKey: ['taken-names', orgId, asked],
    queryFn:
      asked === null
        ? skipToken
        : async ({ signal }) => (await import('./taken-names.ts')).readTakenNames(orgId, asked, signal),
    staleTime: 5_000,
    meta: { quiet: true },
  });

/** What the quota says of so many jobs there; null is not asked. */
export const quotaQuery = (orgId: string, place: JobPlace | null, jobs: number | null) =>
  queryOptions({
    queryKey: ['quota-check', orgId, place, jobs],
    queryFn:
      jobs === null
        ? skipToken
        : async ({ client }) => (await import('./quota-check.ts')).readQuotaCheck(client, orgId, place, jobs),
    meta: { quiet: true },
  });

/**
 * Everything the form needs before it can start; with its checks where it will not be blank, so that they are drawn
 * with it.
 */
export async function loadSubmitPage(
  client: QueryClient,
  orgId: string,
  fromJobId: number,
  isFilled: boolean,
): Promise<void> {
  const once = { staleTime: 'static' } as const;
  // Where it fails the form tries again, and says so.
  const loadLook = () => lookPart.load().catch(() => undefined);
  await Promise.all([
    client
      .query({ ...serversQuery(orgId), ...once })
      .then((servers) => (onlyConfig(servers) === undefined ? undefined : loadLook())),
    (isFilled || readDraft(sessionStorage, orgId, '') !== undefined) && loadLook(),
    client.query({ ...aiModelsQuery(orgId), ...once }),
    client.query({ ...frameworksQuery, ...once }),
    client.query({ ...frameworkVersionsQuery, ...once }),
    client.query({ ...quantizationsQuery, ...once }),
    client.query({ ...projectChoicesQuery(orgId), ...once }),
    client.query({ ...jobToRepeatQuery(orgId, fromJobId), ...once }),
  ]);
}
