import { describe, expect, it } from 'vitest';
import { holdsText, standsBefore } from './find-rows.ts';

describe('a text in rows that are not read', () => {
  it('is asked of every column, and taken literally', () => {
    expect(holdsText(['run_name', 'owner_name'], 'a,b (c)')).toBe(
      '(run_name.ilike."*a,b (c)*",owner_name.ilike."*a,b (c)*")',
    );
    expect(holdsText(['n'], String.raw`50%_\"`)).toBe(String.raw`(n.ilike."*50\\%\\_\\\\\"*")`);
    expect(holdsText(['n'], 'a*b')).toBe('(n.ilike."*a_b*")');
  });
});

describe('the rows before one', () => {
  const row = { run_id: 7, run_name: 'x', score: null };

  it('are those of a smaller or greater key', () => {
    expect(standsBefore(row, [{ column: 'run_id', direction: 'asc' }])).toBe('(run_id.lt."7")');
    expect(standsBefore(row, [{ column: 'run_id', direction: 'desc' }])).toBe('(run_id.gt."7")');
  });

  it('also those alike that the last column puts before', () => {
    expect(
      standsBefore(row, [
        { column: 'run_name', direction: 'desc' },
        { column: 'run_id', direction: 'asc' },
      ]),
    ).toBe('(run_name.gt."x",and(run_name.eq."x",or(run_id.lt."7")))');
  });

  it('are all that have a value before one that has none', () => {
    expect(
      standsBefore(row, [
        { column: 'score', direction: 'desc' },
        { column: 'run_id', direction: 'desc' },
      ]),
    ).toBe('(score.not.is.null,and(score.is.null,or(run_id.gt."7")))');
  });
});
