import { queryOptions } from '@tanstack/react-query';
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
