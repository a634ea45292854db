import { queryOptions } from '@tanstack/react-query';
import { getCurrentUserContext } from '#contract/rpc/identity.ts';
import { api } from './api.ts';

/** The caller's account and workspaces; read again after a sign-in, as the cache is emptied on sign-out. */
export const userContextQuery = queryOptions({
  queryKey: ['user-context'],
  queryFn: ({ signal }) => api().callRpc(getCurrentUserContext, {}, { signal }),
  staleTime: 5 * 60_000,
  // Not what a page shows, so not part of its freshness.
  meta: { quiet: true },
});
