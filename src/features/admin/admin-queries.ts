import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  createdServiceClientSchema,
  memberTokenRowSchema,
  serviceClientRowSchema,
  type createServiceClientSchema,
} from '#contract/auth.ts';
import { listOrganizationMembers } from '#contract/rpc/organizations.ts';
import {
  sizerExportJobsSchema,
  sizerHealthSchema,
  sizerSettingsSchema,
  sizerStatusSchema,
  type sizerSettingsChangeSchema,
} from '#contract/sizer/endpoints.ts';
import { vAuditLogs } from '#contract/views/v-audit-logs.ts';
import { vQuotaUsage } from '#contract/views/v-quota-usage.ts';
import { api } from '#src/api/api.ts';
import { eq } from '#src/api/view-query.ts';

/** Everybody of a workspace with the role there, owners first; any member may read it. */
export const membersQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['members', orgId],
    queryFn: ({ signal }) => api().callRpc(listOrganizationMembers, { p_org_id: orgId }, { signal }),
  });

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

/** What the workspace used this month and may use. */
export const quotaQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['quota', orgId],
    queryFn: async ({ signal }) =>
      (await api().readView(vQuotaUsage, { filters: { org_id: eq(orgId) } }, { signal })).rows[0] ?? null,
  });

export const sizerSettingsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['sizer', 'settings', orgId],
    queryFn: ({ signal }) =>
      api().request(`/sizer/settings?org_id=${orgId}`, sizerSettingsSchema, { signal }),
  });

export const sizerStatusQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['sizer', 'status', orgId],
    queryFn: ({ signal }) => api().request(`/sizer/status?org_id=${orgId}`, sizerStatusSchema, { signal }),
  });

/** Whether the service answers, and with which model. Asked once: that it does not is an answer. */
export const sizerHealthQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['sizer', 'health', orgId],
    queryFn: ({ signal }) => api().request(`/sizer/health?org_id=${orgId}`, sizerHealthSchema, { signal }),
    retry: false,
  });

/** Exports to the sizer and trainings, newest first; read again while one is under way. */
export const sizerJobsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['sizer', 'export-jobs', orgId],
    queryFn: async ({ signal }) =>
      (
        await api().request(`/sizer/export-jobs?org_id=${orgId}&limit=200`, sizerExportJobsSchema, {
          signal,
        })
      ).export_jobs,
    refetchInterval: (query) =>
      query.state.data?.some(({ status }) => status === 'pending' || status === 'running') === true
        ? 5_000
        : false,
  });

export function changeSizerSettings(body: z.input<typeof sizerSettingsChangeSchema>) {
  return api().request('/sizer/settings', sizerSettingsSchema, { method: 'PUT', body });
}

export async function startTraining(orgId: string): Promise<void> {
  await api().requestRaw('/sizer/train', { method: 'POST', body: { org_id: orgId } });
}

/** One audit entry by its number; null when it is gone or not of this workspace. */
export const auditEntryQuery = (orgId: string, auditId: number) =>
  queryOptions({
    queryKey: ['audit-entry', orgId, auditId],
    queryFn: async ({ signal }) =>
      (
        await api().readView(
          vAuditLogs,
          { filters: { org_id: eq(orgId), audit_id: eq(auditId) } },
          { signal },
        )
      ).rows[0] ?? null,
    enabled: auditId > 0,
  });
