import { listOrganizationMembers } from '#contract/rpc/organizations.ts';
import { vAuditLogs } from '#contract/views/v-audit-logs.ts';
import { vQuotaUsage } from '#contract/views/v-quota-usage.ts';
import { eq } from '#src/api/view-query.ts';
import { endpointCall, rpcCall, viewCall, type ApiCall } from '#src/components/api-call/api-call.ts';
import { auditConditions } from './audit-read.ts';
import type { AdminView } from './admin-view.ts';

/** The reads behind each part of the page. Credentials are managed by people who are signed in: a token may not list them. */
export function adminCalls(orgId: string, view: AdminView): readonly ApiCall[] {
  switch (view.tab) {
    case 'members':
    case 'workspace':
    case 'tokens':
    case 'clients':
      return [rpcCall(listOrganizationMembers, { p_org_id: orgId }, 'Members of the workspace')];
    case 'quotas':
      return [viewCall(vQuotaUsage, { filters: { org_id: eq(orgId) } }, 'Use and quotas of this month')];
    case 'sizer':
      return [
        endpointCall(`/sizer/settings?org_id=${orgId}`, null, 'Settings of the sizer'),
        endpointCall(`/sizer/status?org_id=${orgId}`, null, 'Its training'),
      ];
    case 'audit':
      return [
        viewCall(
          vAuditLogs,
          {
            filters: auditConditions(orgId, { ...view, more: view.filters }, Date.now()),
            order: [{ column: 'audit_id', direction: 'desc' }],
            range: [0, 99],
            count: 'exact',
          },
          'Entries of the audit log',
        ),
      ];
  }
}
