import { queryOptions } from '@tanstack/react-query';
import { vAuditLogs } from '#contract/views/v-audit-logs.ts';
import { api } from '#src/api/api.ts';
import { eq } from '#src/api/view-query.ts';

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
  });
