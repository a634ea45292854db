import { describe, expect, it } from 'vitest';
import { actorOf, objectOf } from './audit-columns.tsx';
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
});
