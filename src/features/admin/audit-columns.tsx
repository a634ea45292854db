import { textColumn, timeColumn, type DataColumn } from '#src/components/table/data-columns.tsx';
import { Badge } from '#src/components/ui/badge.tsx';
import type { AuditRow } from './audit-read.ts';

/** Whoever did it: an account by its e-mail, a worker by its id, else the platform itself. */
export function actorOf(row: AuditRow): string {
  if (row.email !== null) return row.email;
  if (row.worker_id !== null) return `worker ${row.worker_id.slice(0, 8)}`;
  return row.account_id === null ? 'platform' : `account ${row.account_id.slice(0, 8)}`;
}

/** What it was done to: "job 12". */
export function objectOf(row: AuditRow): string | null {
  if (row.object_type === null) return null;
  return row.object_id === null ? row.object_type : `${row.object_type} ${row.object_id}`;
}

export function auditColumns(): readonly DataColumn<AuditRow>[] {
  return [
    timeColumn('created_at', 'When', (row) => row.created_at, { width: 120 }),
    textColumn('email', 'By', actorOf, { width: 220 }),
    textColumn('action', 'Action', (row) => row.action, { width: 230 }),
    // As the data API holds it, so that it can be filtered by.
    textColumn('object_type', 'On', (row) => row.object_type, { width: 150 }),
    textColumn('object_id', 'Object id', (row) => row.object_id, { width: 110 }),
    textColumn('outcome', 'Outcome', (row) => row.outcome, {
      width: 110,
      cell: (row) => <Badge tone={row.outcome === 'done' ? 'good' : 'warn'}>{row.outcome}</Badge>,
    }),
    textColumn('request_id', 'Request', (row) => row.request_id, {
      width: 150,
      sortable: false,
      cell: (row) => <span className="font-mono text-xs">{row.request_id ?? '—'}</span>,
    }),
    textColumn('detail', 'Detail', (row) => (row.detail === null ? null : JSON.stringify(row.detail)), {
      width: 320,
      sortable: false,
    }),
  ];
}
