import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { numberColumn, textColumn, timeColumn } from './data-columns.tsx';
import { metricColumn } from './metric-column.tsx';
import { FILTER_OPS, filtersParam, type TableFilter } from './filter-param.ts';
import {
  filterConditions,
  filteredRows,
  filterProblem,
  filterText,
  passes,
  usableFilters,
} from './table-filters.ts';
import { typedTime } from './typed-values.ts';

interface Row {
  name: string | null;
  tokens_per_sec: number | null;
  at: string | null;
}
const columns = [
  textColumn<Row>('name', 'Name', (row) => row.name),
  metricColumn<Row>('tokens_per_sec'),
  numberColumn<Row>('n', 'n', () => 3),
  timeColumn<Row>('at', 'When', (row) => row.at),
];
const rows: readonly Row[] = [
  { name: 'Llama', tokens_per_sec: 1_500, at: '2026-11-28T10:00:00Z' },
  { name: 'llama two', tokens_per_sec: 900, at: '2026-11-01T10:00:00Z' },
  { name: null, tokens_per_sec: null, at: null },
];
const names = (filter: TableFilter) => filteredRows(rows, [filter], columns).map(({ name }) => name);

describe('filters', () => {
  it('pass what the data API would', () => {
    expect(names({ column: 'name', op: 'contains', value: 'LLAMA' })).toEqual(['Llama', 'llama two']);
    expect(names({ column: 'name', op: 'contains', value: 'l*two' })).toEqual(['llama two']);
    expect(names({ column: 'name', op: 'contains', value: 'two*l' })).toEqual([]);
    expect(names({ column: 'name', op: 'eq', value: 'Llama' })).toEqual(['Llama']);
    // A missing value is not something else: neq does not find it either.
    expect(names({ column: 'name', op: 'neq', value: 'Llama' })).toEqual(['llama two']);
    expect(names({ column: 'name', op: 'empty', value: '' })).toEqual([null]);
    expect(names({ column: 'tokens_per_sec', op: 'gte', value: '1,500' })).toEqual(['Llama']);
    expect(names({ column: 'tokens_per_sec', op: 'lt', value: '1000' })).toEqual(['llama two']);
    expect(names({ column: 'at', op: 'gte', value: '2026-11-15' })).toEqual(['Llama']);
    expect(names({ column: 'name', op: 'in', value: 'llama two, "Llama", other' })).toEqual([
      'Llama',
      'llama two',
    ]);
    vi.useFakeTimers({ now: Date.parse('2026-11-29T10:00:00Z') });
    expect(names({ column: 'at', op: 'last', value: '1' })).toEqual(['Llama']);
    expect(names({ column: 'at', op: 'last', value: '28' })).toEqual(['Llama', 'llama two']);
    expect(names({ column: 'at', op: 'last', value: '0.5' })).toEqual([]);
    vi.useRealTimers();
  });

  it('that cannot be asked are ignored, not taken for "nothing passes"', () => {
    expect(usableFilters([{ column: 'gone', op: 'eq', value: 'x' }], columns)).toEqual([]);
    expect(usableFilters([{ column: 'tokens_per_sec', op: 'gte', value: 'many' }], columns)).toEqual([]);
    expect(filterProblem('number', { op: 'gte', value: 'many' })).toBe('Enter a number.');
    expect(filterProblem('time', { op: 'gte', value: 'soon' })).toBe('Enter a date such as 2026-11-28.');
    expect(filterProblem('text', { op: 'gte', value: 'x' })).toBe('This cannot be asked of this column.');
    expect(filterProblem('text', { op: 'contains', value: ' ' })).toBe('Enter a value.');
    expect(filterProblem('time', { op: 'last', value: '-3' })).toBe('Enter a number of days.');
    expect(filterProblem('text', { op: 'in', value: ' , ' })).toBe('Enter a value.');
    expect(filterProblem('text', { op: 'empty', value: '' })).toBeNull();
  });

  it('become conditions of the read', () => {
    const kinds = { tokens_per_sec: 'number', name: 'text', at: 'time' } as const;
    const kindOf = (column: string) => (column in kinds ? kinds[column as keyof typeof kinds] : null);
    const isColumn = (column: string): column is keyof typeof kinds => column in kinds;
    expect(
      filterConditions(
        [
          { column: 'tokens_per_sec', op: 'gte', value: '1,500' },
          { column: 'tokens_per_sec', op: 'lt', value: '9e3' },
          { column: 'name', op: 'contains', value: '50%' },
          { column: 'at', op: 'gte', value: '2026-11-15T00:00:00Z' },
          { column: 'gone', op: 'eq', value: '1' },
        ],
        { kindOf, isWhole: () => false, isColumn },
      ),
    ).toEqual({
      tokens_per_sec: [{ text: 'gte.1500' }, { text: 'lt.9000' }],
      name: [{ text: 'ilike.*50\\%*' }],
      at: [{ text: 'gte.2026-11-15T00:00:00.000Z' }],
    });
  });

  it.each([
    ['America/Los_Angeles', '2026-11-28T08:00:00.000Z', '2026-11-01T07:00:00.000Z'],
    ['UTC', '2026-11-28T00:00:00.000Z', '2026-11-01T00:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-27T18:30:00.000Z', '2026-10-31T18:30:00.000Z'],
  ])('take a day for one of %s, as cells and find do', (zone, day, month) => {
    vi.stubEnv('TZ', zone);
    const before = new Date(Date.parse(day) - 1).toISOString();
    const near: readonly Row[] = [before, day].map((at) => ({ name: at, tokens_per_sec: null, at }));
    const passing = (op: TableFilter['op'], value: string) =>
      filteredRows(near, [{ column: 'at', op, value }], columns).map(({ name }) => name);
    const askedOf = (value: string) =>
      filterConditions([{ column: 'at', op: 'gte', value }], {
        kindOf: () => 'time',
        isWhole: () => false,
        isColumn: (column): column is 'at' => column === 'at',
      }).at;
    expect(passing('gte', '2026-11-28')).toEqual([day]);
    expect(passing('lt', '2026-11-28')).toEqual([before]);
    expect(typedTime('2026-11-28')?.from).toBe(Date.parse(day));
    expect(askedOf('2026-11-28')).toEqual([{ text: `gte.${day}` }]);
    expect(askedOf('2026-11')).toEqual([{ text: `gte.${month}` }]);
    // What names its zone keeps it.
    expect(askedOf('2026-11-28T10:00:00Z')).toEqual([{ text: 'gte.2026-11-28T10:00:00.000Z' }]);
    vi.unstubAllEnvs();
  });

  it('ask whole numbers only for whole numbers that they can be', () => {
    const asked = (op: TableFilter['op'], value: string) =>
      filterConditions([{ column: 'n', op, value }], {
        kindOf: () => 'number',
        isWhole: () => true,
        isColumn: (column): column is 'n' => column === 'n',
      }).n?.[0]?.text;
    expect(asked('eq', '8')).toBe('eq.8');
    expect(asked('eq', '8.5')).toBe('in.()');
    expect(asked('neq', '8.5')).toBe('not.is.null');
    expect(asked('gt', '8.5')).toBe('gte.9');
    expect(asked('gte', '8.5')).toBe('gte.9');
    expect(asked('lt', '8.5')).toBe('lte.8');
    expect(asked('lte', '-8.5')).toBe('lte.-9');
    expect(asked('gt', '1e12')).toBe('in.()');
    expect(asked('lt', '1e12')).toBe('not.is.null');
    expect(asked('gt', '-1e12')).toBe('not.is.null');
    expect(asked('eq', '-1e12')).toBe('in.()');
  });

  it('survive the address, whatever was typed', () => {
    const param = filtersParam();
    const filter = fc.record({
      column: fc.stringMatching(/^[a-z_0-9]{1,20}$/),
      op: fc.constantFrom(...FILTER_OPS),
      value: fc.string(),
    });
    fc.assert(
      fc.property(fc.array(filter, { maxLength: 5 }), (filters) => {
        expect(param.read(param.write(filters))).toEqual(filters);
      }),
    );
    expect(param.read('nonsense,a:b:c,:eq:1')).toEqual([]);
    expect(param.write([])).toBeUndefined();
  });

  it('say themselves as a person would', () => {
    expect(filterText({ column: 'tokens_per_sec', op: 'gte', value: '1,500' }, columns)).toBe(
      'Output (tokens/s) ≥ 1,500',
    );
    expect(filterText({ column: 'at', op: 'last', value: '7' }, columns)).toBe('When in the last 7 days');
    expect(filterText({ column: 'at', op: 'last', value: '1' }, columns)).toBe('When in the last day');
    expect(filterText({ column: 'name', op: 'empty', value: '' }, columns)).toBe('Name is empty');
  });

  it('never pass a missing value but by "is empty"', () => {
    for (const op of FILTER_OPS)
      for (const kind of ['text', 'number', 'time'] as const)
        expect(passes(null, kind, { column: 'x', op, value: '0' })).toBe(op === 'empty');
  });
});
