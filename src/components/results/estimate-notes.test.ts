import { describe, expect, it } from 'vitest';
import { provisionalText, rowNotes } from './estimate-notes.ts';

describe('rowNotes', () => {
  const now = Date.parse('2026-06-30T00:00:00Z');

  it('calls a result old after 90 days, never on the 90th', () => {
    expect(rowNotes({ created_at: '2026-04-01T00:00:00Z', success_rate: 1 }, now)).toEqual([]);
    expect(rowNotes({ created_at: '2026-03-31T23:59:59Z', success_rate: 1 }, now)).toEqual([
      'over 90 days old',
    ]);
  });

  it('says what is known to be wrong, first', () => {
    expect(rowNotes({ created_at: '2026-03-31T23:59:59Z', success_rate: 1 }, now, ['Throttled'])).toEqual([
      'known issue: Throttled',
      'over 90 days old',
    ]);
  });

  it('says what share of requests failed, and nothing where it is not known', () => {
    expect(rowNotes({ created_at: '2026-06-29T00:00:00Z', success_rate: 0.98 }, now)).toEqual([
      '2 % of requests failed',
    ]);
    expect(rowNotes({ created_at: '2026-06-29T00:00:00Z', success_rate: 0.99999 }, now)).toEqual([
      '0.001 % of requests failed',
    ]);
    expect(rowNotes({ created_at: '2026-06-29T00:00:00Z', success_rate: null }, now)).toEqual([]);
  });
});

describe('provisionalText', () => {
  it('doubts one measurement alone', () => {
    expect(provisionalText({ n: 1 })).toBe('one measurement, so no interval: it may change');
    expect(provisionalText({ n: 2 })).toBeNull();
  });
});
