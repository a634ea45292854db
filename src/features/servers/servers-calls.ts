import { vServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import { eq } from '#src/api/view-query.ts';
import { viewCall, type ApiCall } from '#src/components/api-call/api-call.ts';

/** The read behind the page of servers. */
export function serversCalls(orgId: string): readonly ApiCall[] {
  return [
    viewCall(
      vServerCurrentStatus,
      { filters: { org_id: eq(orgId) }, order: [{ column: 'hostname', direction: 'asc' }] },
      'Servers and their configs',
    ),
  ];
}
