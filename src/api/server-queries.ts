import { queryOptions } from '@tanstack/react-query';
import { serverConfigInstances } from '#contract/views/catalogs.ts';
import { vServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import { api } from './api.ts';
import { eq } from './view-query.ts';

/** Between two reads of what servers do: they report every few seconds, and a stale one must not look alive. */
const POLL_MS = 10_000;

/** Servers and their configs of a workspace, by host name; read again every ten seconds while shown. */
export const serversQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['servers', orgId],
    queryFn: async ({ signal }) =>
      (
        await api().readView(
          vServerCurrentStatus,
          {
            filters: { org_id: eq(orgId) },
            order: [
              { column: 'hostname', direction: 'asc' },
              { column: 'config_code', direction: 'asc' },
            ],
            limit: 1000,
          },
          { signal },
        )
      ).rows,
    staleTime: POLL_MS / 2,
    refetchInterval: POLL_MS,
  });

/** Configs standing ready on one server, each with its own heartbeat. */
export const serverInstancesQuery = (orgId: string, serverId: number) =>
  queryOptions({
    queryKey: ['servers', orgId, 'instances', serverId],
    queryFn: async ({ signal }) =>
      (
        await api().readView(
          serverConfigInstances,
          {
            filters: { org_id: eq(orgId), server_id: eq(serverId) },
            order: [{ column: 'config_code', direction: 'asc' }],
            limit: 1000,
          },
          { signal },
        )
      ).rows,
    refetchInterval: POLL_MS,
  });
