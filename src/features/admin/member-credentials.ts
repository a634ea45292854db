import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  createdServiceClientSchema,
  memberTokenRowSchema,
  serviceClientRowSchema,
  type createServiceClientSchema,
} from '#contract/auth.ts';
import { api } from '#src/api/api.ts';

/** Tokens of all members; each reaches every workspace of its account. */
export const memberTokensQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['member-tokens', orgId],
    queryFn: ({ signal }) =>
      api().request(`/auth/member-tokens?org_id=${orgId}`, memberTokenRowSchema.array(), { signal }),
  });

export async function revokeMemberToken(orgId: string, tokenId: string): Promise<void> {
  await api().requestRaw(`/auth/member-tokens/${tokenId}?org_id=${orgId}`, { method: 'DELETE' });
}

export const serviceClientsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['service-clients', orgId],
    queryFn: ({ signal }) =>
      api().request(`/auth/service-clients?org_id=${orgId}`, serviceClientRowSchema.array(), { signal }),
  });

export type CreatedServiceClient = z.output<typeof createdServiceClientSchema>;

export function createServiceClient(
  values: z.output<typeof createServiceClientSchema>,
): Promise<CreatedServiceClient> {
  return api().request('/auth/service-clients', createdServiceClientSchema, { method: 'POST', body: values });
}

export async function revokeServiceClient(clientId: string): Promise<void> {
  await api().requestRaw(`/auth/service-clients/${clientId}`, { method: 'DELETE' });
}
