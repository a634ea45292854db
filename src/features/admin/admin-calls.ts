import { listOrganizationMembers } from '#contract/rpc/organization-members.ts';
import { vAuditLogs } from '#contract/views/v-audit-logs.ts';
import { vQuotaUsage } from '#contract/views/v-quota-usage.ts';
import { eq } from '#src/api/view-query.ts';
import { endpointCall, rpcCall, viewCall, type ApiCall } from '#src/components/api-call/api-call.ts';
import { auditRead } from './audit-read.ts';
import type { AdminView } from './admin-view.ts';

/** The reads behind each part of the page. */
export async function adminCalls(orgId: string, view: AdminView): Promise<readonly ApiCall[]> {
  switch (view.tab) {
    case 'members':
    case 'workspace':
      return [rpcCall(listOrganizationMembers, { p_org_id: orgId }, 'Members of the workspace')];
    case 'tokens':
      return [endpointCall(`/auth/member-tokens?org_id=${orgId}`, null, 'Tokens of the members')];
    case 'clients':
      return [endpointCall(`/auth/service-clients?org_id=${orgId}`, null, 'Service clients')];
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
          await auditRead(orgId, view).query(0, 99, { sort: view.sort, filters: view.filters }),
          'Entries of the audit log',
        ),
      ];
  }
}
