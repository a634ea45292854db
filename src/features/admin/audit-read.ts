import type { z } from 'zod';
import { vAuditLogs } from '#contract/views/v-audit-logs.ts';
import { contains, eq, gte, type Condition } from '#src/api/view-query.ts';
import { windowedView, type WindowedView } from '#src/components/table/windowed-view.ts';

export type AuditRow = z.output<typeof vAuditLogs.row>;

export interface AuditFilters {
  readonly action: string;
  readonly by: string;
  readonly outcome: 'any' | 'done' | 'refused';
  readonly days: '1' | '7' | '30' | '90';
}

const DAY_MS = 86_400_000;

/** The conditions that the filters amount to, as of `nowMs` to the minute: a page must not ask another question at each render. */
export function auditConditions(
  orgId: string,
  { action, by, outcome, days }: AuditFilters,
  nowMs: number,
): Partial<Record<keyof AuditRow, Condition>> {
  const from = new Date(Math.floor((nowMs - Number(days) * DAY_MS) / 60_000) * 60_000).toISOString();
  return {
    org_id: eq(orgId),
    ...(action !== '' && { action: contains(action) }),
    ...(by !== '' && { email: contains(by) }),
    ...(outcome !== 'any' && { outcome: eq(outcome) }),
    ...(days !== '90' && { created_at: gte(from) }),
  };
}

/** Entries in windows; newest first unless sorted. */
export const auditRead = (orgId: string, filters: AuditFilters): WindowedView<AuditRow> =>
  windowedView({
    view: vAuditLogs,
    queryKey: ['audit', orgId, filters],
    own: () => auditConditions(orgId, filters, Date.now()),
    last: { column: 'audit_id', direction: 'desc' },
    askable: ['created_at', 'action', 'email', 'object_type', 'object_id', 'outcome'],
  });
