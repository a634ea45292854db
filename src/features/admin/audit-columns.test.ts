import { describe, expect, it } from 'vitest';
import { filterChoices } from '#src/components/table/filter-form.tsx';
import { actorOf, auditColumns, objectOf } from './audit-columns.tsx';
import type { AuditRow } from './audit-read.ts';

const ROW: AuditRow = {
  audit_id: 1,
  org_id: '00000000-0000-4000-8000-000000000001',
  account_id: null,
  email: null,
  worker_id: null,
  action: 'create_project',
  object_type: null,
  object_id: null,
  outcome: 'done',
  request_id: null,
  detail: null,
  created_at: '2026-11-28T10:00:00Z',
};

describe('audit entries', () => {
  it('name who did it', () => {
    expect(actorOf({ ...ROW, email: 'ada@example.com' })).toBe('ada@example.com');
    expect(actorOf({ ...ROW, worker_id: '12345678-0000-4000-8000-000000000000' })).toBe('worker 12345678');
    expect(actorOf({ ...ROW, account_id: '87654321-0000-4000-8000-000000000000' })).toBe('account 87654321');
    expect(actorOf(ROW)).toBe('platform');
  });

  it('name what it was done to', () => {
    expect(objectOf({ ...ROW, object_type: 'job', object_id: '12' })).toBe('job 12');
    expect(objectOf({ ...ROW, object_type: 'account' })).toBe('account');
    expect(objectOf(ROW)).toBeNull();
  });

  it('are filtered by what the data API holds as the table shows it', () => {
    const rows = [
      { ...ROW, email: 'ada@example.com', object_type: 'job', object_id: '12' },
      { ...ROW, object_type: 'account' },
    ];
    const choices = (of: AuditRow[] | null, column = '') =>
      filterChoices(auditColumns(), of, column === '' ? null : { column, op: 'eq', value: 'x' }).map(
        ({ header }) => header,
      );
    expect(choices(rows)).toEqual(['When', 'Action', 'On', 'Object id', 'Outcome']);
    // One that is asked already can be changed; rows that are all at hand are compared as they are shown.
    expect(choices(rows, 'email')).toContain('By');
    expect(choices(rows.slice(0, 1))).toContain('By');
    expect(choices(null)).toContain('By');
  });
});
