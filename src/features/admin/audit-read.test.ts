import { describe, expect, it } from 'vitest';
import { auditConditions, type AuditFilters } from './audit-read.ts';

const ORG = '00000000-0000-4000-8000-000000000001';
const NOW = Date.parse('2026-11-28T10:20:30Z');
const NONE: AuditFilters = { action: '', by: '', outcome: 'any', days: '90' };

describe('auditConditions', () => {
  it('asks for the workspace alone where nothing is filtered', () => {
    expect(auditConditions(ORG, NONE, NOW)).toEqual({ org_id: { text: `eq.${ORG}` } });
  });

  it('narrows by action, person, outcome and time, to the minute', () => {
    expect(
      auditConditions(ORG, { ...NONE, action: 'create', by: 'ada@', outcome: 'refused', days: '7' }, NOW),
    ).toEqual({
      org_id: { text: `eq.${ORG}` },
      action: { text: 'ilike.*create*' },
      email: { text: 'ilike.*ada@*' },
      outcome: { text: 'eq.refused' },
      created_at: { text: 'gte.2026-11-21T10:20:00.000Z' },
    });
  });
});
