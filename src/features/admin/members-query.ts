import { queryOptions } from '@tanstack/react-query';
import { listOrganizationMembers } from '#contract/rpc/organization-members.ts';
import { api } from '#src/api/api.ts';

/** Everybody of a workspace with the role there, owners first; any member may read it. */
export const membersQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['members', orgId],
    queryFn: ({ signal }) => api().callRpc(listOrganizationMembers, { p_org_id: orgId }, { signal }),
  });
