import type { CsvValue } from '#lib/csv.ts';
import { readNumber } from '#src/components/form/number-text.ts';
import type { Condition } from '#src/api/view-query.ts';
import { contains, eq, gt, gte, isNull, lt, lte, neq, notNull } from '#src/api/view-query.ts';
import type { ColumnKind, FilterOp, TableFilter } from './filter-param.ts';
import type { DataColumn } from './data-columns.tsx';

const WORDS: Readonly<Record<ColumnKind, Readonly<Partial<Record<FilterOp, string>>>>> = {
  text: { contains: 'contains', eq: 'is', neq: 'is not', empty: 'is empty', filled: 'is not empty' },
  number: {
    gte: '≥',
    lte: '≤',
    eq: '=',
    neq: '≠',
    gt: '>',
    lt: '<',
    empty: 'is empty',
    filled: 'is not empty',
  },
  time: { gte: 'from', lt: 'before', empty: 'is empty', filled: 'is not empty' },
};

/** The operators of a kind of column with their words, usual first. */
export function operatorsOf(kind: ColumnKind): { op: FilterOp; word: string }[] {
  return Object.entries(WORDS[kind]).map(([op, word]) => ({ op: op as FilterOp, word }));
}

export const needsValue = (op: FilterOp): boolean => op !== 'empty' && op !== 'filled';

/** The filters that a table can answer: of columns it has, by operators they have, with a value that can be read. */
export function usableFilters<Row>(
  filters: readonly TableFilter[],
  columns: readonly DataColumn<Row>[],
): TableFilter[] {
  return filters.filter((filter) => {
    const column = columns.find(({ id }) => id === filter.column);
    return column !== undefined && filterProblem(column.kind, filter) === null;
  });
}

/** Why a filter cannot be asked, in words; null where it can. */
export function filterProblem(
  kind: ColumnKind,
  { op, value }: Pick<TableFilter, 'op' | 'value'>,
): string | null {
  if (WORDS[kind][op] === undefined) return 'This cannot be asked of this column.';
  if (!needsValue(op)) return null;
  if (value.trim() === '') return 'Enter a value.';
  if (kind === 'number' && !Number.isFinite(readNumber(value) ?? Number.NaN)) return 'Enter a number.';
  if (kind === 'time' && Number.isNaN(Date.parse(value))) return 'Enter a date such as 2026-11-28.';
  return null;
}

/**
 * Whether a value passes, as the data API answers: a missing value passes nothing but "is empty"; texts are compared as they are by "is", without
 * regard to case by "contains".
 */
export function passes(value: CsvValue, kind: ColumnKind, { op, value: asked }: TableFilter): boolean {
  const isMissing = value === null || value === undefined || value === '';
  if (op === 'empty') return isMissing;
  if (op === 'filled') return !isMissing;
  if (isMissing) return false;
  if (kind === 'text') {
    const text = String(value);
    if (op === 'contains') return text.toLowerCase().includes(asked.toLowerCase());
    return op === 'eq' ? text === asked : text !== asked;
  }
  const here = kind === 'number' ? Number(value) : Date.parse(String(value));
  const there = kind === 'number' ? (readNumber(asked) ?? Number.NaN) : Date.parse(asked);
  switch (op) {
    case 'eq':
      return here === there;
    case 'neq':
      return here !== there;
    case 'gt':
      return here > there;
    case 'gte':
      return here >= there;
    case 'lt':
      return here < there;
    case 'lte':
      return here <= there;
    default:
      return true;
  }
}

/** The rows that pass all filters a table can answer. */
export function filteredRows<Row>(
  rows: readonly Row[],
  filters: readonly TableFilter[],
  columns: readonly DataColumn<Row>[],
): readonly Row[] {
  const usable = usableFilters(filters, columns);
  if (usable.length === 0) return rows;
  const byId = new Map(columns.map((column) => [column.id, column]));
  return rows.filter((row) =>
    usable.every((filter) => {
      const column = byId.get(filter.column);
      return column === undefined || passes(column.value(row), column.kind, filter);
    }),
  );
}

const COMPARISONS = { gt, gte, lt, lte } as const;

/** The same filters as conditions of a read, by column; columns that the view does not have are left out by `isColumn`. */
export function filterConditions<Column extends string>(
  filters: readonly TableFilter[],
  kindOf: (column: string) => ColumnKind | null,
  isColumn: (column: string) => column is Column,
): Partial<Record<Column, Condition[]>> {
  const conditions: Partial<Record<Column, Condition[]>> = {};
  for (const filter of filters) {
    const { column, op, value } = filter;
    const kind = kindOf(column);
    if (kind === null || !isColumn(column) || filterProblem(kind, filter) !== null) continue;
    const plain =
      kind === 'number' ? (readNumber(value) ?? 0) : kind === 'time' ? new Date(value).toISOString() : value;
    const condition =
      op === 'empty'
        ? isNull()
        : op === 'filled'
          ? notNull()
          : op === 'contains'
            ? contains(value)
            : op === 'eq'
              ? eq(plain)
              : op === 'neq'
                ? neq(plain)
                : COMPARISONS[op](plain);
    (conditions[column] ??= []).push(condition);
  }
  return conditions;
}

/** "Output (tokens/s) ≥ 1,000": a filter as a chip says it. */
export function filterText<Row>(filter: TableFilter, columns: readonly DataColumn<Row>[]): string {
  const column = columns.find(({ id }) => id === filter.column);
  const word = column === undefined ? filter.op : (WORDS[column.kind][filter.op] ?? filter.op);
  return [column?.header ?? filter.column, word, needsValue(filter.op) ? filter.value : '']
    .filter((part) => part !== '')
    .join(' ');
}
