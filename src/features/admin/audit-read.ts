import type { z } from 'zod';
import { vAuditLogs } from '#contract/views/v-audit-logs.ts';
import { api } from '#src/api/api.ts';
import type { ViewPage } from '#src/api/client.ts';
import { contains, eq, gte, type Condition } from '#src/api/view-query.ts';
import type { Sort } from '#src/url/search.ts';

export type AuditRow = z.output<typeof vAuditLogs.row>;

export interface AuditFilters {
  readonly action: string;
  readonly by: string;
  readonly outcome: 'any' | 'done' | 'refused';
  readonly days: '1' | '7' | '30' | '90';
}

const DAY_MS = 86_400_000;
const SORTABLE = ['created_at', 'action', 'email', 'object_type', 'outcome'] as const;

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

/** Entries `first` to `last` with the total; newest first unless sorted. */
export function auditRead(
  orgId: string,
  filters: AuditFilters,
  sort: Sort | null,
  first: number,
  last: number,
  signal?: AbortSignal,
): Promise<ViewPage<AuditRow>> {
  const column = SORTABLE.find((name) => name === sort?.id);
  return api().readView(
    vAuditLogs,
    {
      filters: auditConditions(orgId, filters, Date.now()),
      order: [
        ...(column === undefined || sort === null
          ? []
          : [{ column, direction: sort.desc ? ('desc' as const) : ('asc' as const) }]),
        { column: 'audit_id', direction: 'desc' },
      ],
      range: [first, last],
      count: 'exact',
    },
    signal === undefined ? {} : { signal },
  );
}

const [ANSWER_ROWS, EXPORT_ROWS] = [1000, 50_000];

/** All entries that pass, up to 50,000. */
export async function auditExport(
  orgId: string,
  filters: AuditFilters,
  sort: Sort | null,
): Promise<AuditRow[]> {
  const rows: AuditRow[] = [];
  for (let first = 0; first < EXPORT_ROWS; first += ANSWER_ROWS) {
    const page = await auditRead(orgId, filters, sort, first, first + ANSWER_ROWS - 1);
    rows.push(...page.rows);
    if (page.rows.length < ANSWER_ROWS) break;
  }
  return rows;
}
