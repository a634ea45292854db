import type { z } from 'zod';
import { vAuditLogs } from '#contract/views/v-audit-logs.ts';
import { api } from '#src/api/api.ts';
import type { ViewPage } from '#src/api/client.ts';
import { contains, eq, gte, type Condition } from '#src/api/view-query.ts';
import type { TableFilter } from '#src/components/table/filter-param.ts';
import { viewConditions } from '#src/components/table/view-filters.ts';
import type { Sort } from '#src/url/search.ts';

export type AuditRow = z.output<typeof vAuditLogs.row>;

export interface AuditFilters {
  readonly action: string;
  readonly by: string;
  readonly outcome: 'any' | 'done' | 'refused';
  readonly days: '1' | '7' | '30' | '90';
  /** Those of the table. */
  readonly more: readonly TableFilter[];
}

const DAY_MS = 86_400_000;
/** What entries can be ordered and filtered by. */
const ASKABLE = ['created_at', 'action', 'email', 'object_type', 'outcome'] as const;

export const canFilterAudit = (column: string): boolean => ASKABLE.some((name) => name === column);

/** The conditions that the filters amount to, as of `nowMs` to the minute: a page must not ask another question at each render. */
export function auditConditions(
  orgId: string,
  { action, by, outcome, days, more }: AuditFilters,
  nowMs: number,
): Partial<Record<keyof AuditRow, Condition[]>> {
  const from = new Date(Math.floor((nowMs - Number(days) * DAY_MS) / 60_000) * 60_000).toISOString();
  return viewConditions(
    vAuditLogs,
    more.filter(({ column }) => canFilterAudit(column)),
    {
      org_id: eq(orgId),
      ...(action !== '' && { action: contains(action) }),
      ...(by !== '' && { email: contains(by) }),
      ...(outcome !== 'any' && { outcome: eq(outcome) }),
      ...(days !== '90' && { created_at: gte(from) }),
    },
  );
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
  const column = ASKABLE.find((name) => name === sort?.id);
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
