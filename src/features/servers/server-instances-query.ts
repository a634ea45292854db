import { queryOptions } from '@tanstack/react-query';
import { serverConfigInstances } from '#contract/views/catalogs.ts';
import { api } from '#src/api/api.ts';
import { eq } from '#src/api/view-query.ts';

const POLL_MS = 10_000;

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
