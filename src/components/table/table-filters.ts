import type { CsvValue } from '#lib/csv.ts';
import { readNumber } from '#src/components/form/number-text.ts';
import type { Condition } from '#src/api/view-query.ts';
import { contains, eq, gt, gte, isIn, isNull, lt, lte, neq, notNull } from '#src/api/view-query.ts';
import type { ColumnKind, FilterOp, TableFilter } from './filter-param.ts';
import type { ColumnData } from './column-data.ts';
import { columnValues } from './row-order.ts';
import { listWords } from './word-list.ts';

const WORDS: Readonly<Record<ColumnKind, Readonly<Partial<Record<FilterOp, string>>>>> = {
  text: {
    contains: 'contains',
    eq: 'is',
    neq: 'is not',
    in: 'is any of',
    empty: 'is empty',
    filled: 'is not empty',
  },
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
  time: { last: 'in the last days', gte: 'from', lt: 'before', empty: 'is empty', filled: 'is not empty' },
};

/** The operators of a kind of column with their words, usual first. */
export function operatorsOf(kind: ColumnKind): { op: FilterOp; word: string }[] {
  return Object.entries(WORDS[kind]).map(([op, word]) => ({ op: op as FilterOp, word }));
}

export const needsValue = (op: FilterOp): boolean => op !== 'empty' && op !== 'filled';

/** The filters that a table can answer: of columns it has, by operators they have, with a value that can be read. */
export function usableFilters<Row>(
  filters: readonly TableFilter[],
  columns: readonly ColumnData<Row>[],
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
  if (op === 'last') return daysOf(value) === null ? 'Enter a number of days.' : null;
  if (op === 'in' && listWords(value).length === 0) return 'Enter a value.';
  if (kind === 'time' && Number.isNaN(typedMs(value))) return 'Enter a date such as 2026-11-28.';
  return null;
}

/** When a typed time begins. A day without an hour begins in the zone that cells show, where the language means UTC. */
const typedMs = (value: string): number =>
  Date.parse(/^\d{4}(?:-\d\d){0,2}$/.test(value) ? `${value}T00:00` : value);

const DAY_MS = 86_400_000;

function daysOf(value: string): number | null {
  const days = readNumber(value);
  return days !== undefined && days > 0 && days <= 36_500 ? days : null;
}

/**
 * The start of a span of days that ends now, to the minute: reads of one view that follow each other shall ask the
 * same.
 */
const sinceMs = (value: string, now: number): number =>
  Math.floor(now / 60_000) * 60_000 - (daysOf(value) ?? 0) * DAY_MS;

/**
 * Whether a value passes, as the data API answers: a missing value passes nothing but "is empty"; texts are compared
 * as they are by "is", without regard to case by "contains", where `*` stands for any text. Times are ISO 8601 text or milliseconds.
 */
export function passes(value: CsvValue, kind: ColumnKind, filter: TableFilter): boolean {
  return predicateOf(kind, filter)(value);
}

function predicateOf(kind: ColumnKind, { op, value: asked }: TableFilter): (value: CsvValue) => boolean {
  const isMissing = (value: CsvValue) => value === null || value === undefined;
  if (op === 'empty') return isMissing;
  if (op === 'filled') return (value) => !isMissing(value);
  if (kind === 'text') {
    const test = textTest(op, asked);
    return (value) => !isMissing(value) && test(String(value));
  }
  const there =
    op === 'last' ? sinceMs(asked, Date.now()) : kind === 'number' ? readNumber(asked) : typedMs(asked);
  const test = numberTest(op, there ?? Number.NaN);
  return (value) => {
    if (isMissing(value)) return false;
    return test(
      typeof value === 'number' ? value : kind === 'time' ? Date.parse(String(value)) : Number(value),
    );
  };
}

function textTest(op: FilterOp, asked: string): (text: string) => boolean {
  if (op === 'contains') {
    const parts = asked.toLowerCase().split('*');
    return (text) => holdsInOrder(text.toLowerCase(), parts);
  }
  if (op === 'in') {
    const wanted = new Set(listWords(asked));
    return (text) => wanted.has(text);
  }
  return op === 'eq' ? (text) => text === asked : (text) => text !== asked;
}

function holdsInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

function numberTest(op: FilterOp, there: number): (here: number) => boolean {
  const tests: Partial<Record<FilterOp, (here: number) => boolean>> = {
    eq: (here) => here === there,
    neq: (here) => here !== there,
    gt: (here) => here > there,
    gte: (here) => here >= there,
    last: (here) => here >= there,
    lt: (here) => here < there,
    lte: (here) => here <= there,
  };
  return tests[op] ?? (() => true);
}

/** For each row whether it passes all filters that a table can answer; null where there is none to answer. */
export function passingRows<Row>(
  rows: readonly Row[],
  filters: readonly TableFilter[],
  columns: readonly ColumnData<Row>[],
): ((index: number) => boolean) | null {
  const usable = usableFilters(filters, columns);
  if (usable.length === 0) return null;
  const passing = new Uint8Array(rows.length).fill(1);
  for (const filter of usable) {
    const column = columns.find(({ id }) => id === filter.column);
    if (column === undefined) continue;
    const test = predicateOf(column.kind, filter);
    columnValues(rows, column).forEach((value, index) => {
      if (passing[index] === 1 && !test(value)) passing[index] = 0;
    });
  }
  return (index) => passing[index] === 1;
}

/** The rows that pass all filters a table can answer. */
export function filteredRows<Row>(
  rows: readonly Row[],
  filters: readonly TableFilter[],
  columns: readonly ColumnData<Row>[],
): readonly Row[] {
  const passing = passingRows(rows, filters, columns);
  return passing === null ? rows : rows.filter((_, index) => passing(index));
}

const COMPARISONS = { eq, neq, gt, gte, lt, lte } as const;
/** Of PostgreSQL's `integer`. */
const MOST_INTEGER = 2_147_483_647;

function conditionOf(kind: ColumnKind, isWhole: boolean, { op, value }: TableFilter): Condition {
  if (op === 'empty') return isNull();
  if (op === 'filled') return notNull();
  if (op === 'contains') return contains(value);
  if (op === 'in') return isIn(listWords(value));
  if (op === 'last') return gte(new Date(sinceMs(value, Date.now())).toISOString());
  if (kind === 'time') return COMPARISONS[op](new Date(typedMs(value)).toISOString());
  if (kind === 'text') return COMPARISONS[op](value);
  const number = readNumber(value) ?? Number.NaN;
  return isWhole ? wholeCondition(op, number) : COMPARISONS[op](number);
}

const NEVER = isIn([]);

/** The same question about whole numbers: the database refuses to compare them with a fraction or what it cannot hold. */
function wholeCondition(op: keyof typeof COMPARISONS, value: number): Condition {
  const isHeld = Math.abs(value) <= MOST_INTEGER;
  if (isHeld && Number.isInteger(value)) return COMPARISONS[op](value);
  if (op === 'eq') return NEVER;
  if (op === 'neq') return notNull();
  const isAbove = op === 'gt' || op === 'gte';
  if (!isHeld) return isAbove === value < 0 ? notNull() : NEVER;
  return isAbove ? gte(Math.ceil(value)) : lte(Math.floor(value));
}

/** What filters need to know of the columns of a read. */
interface ReadColumns<Column extends string> {
  readonly kindOf: (column: string) => ColumnKind | null;
  /** Whether the column holds whole numbers (`integer`, not beyond 2,147,483,647). */
  readonly isWhole: (column: string) => boolean;
  readonly isColumn: (column: string) => column is Column;
}

/** The same filters as conditions of a read, by column; columns that the read does not have are left out. */
export function filterConditions<Column extends string>(
  filters: readonly TableFilter[],
  { kindOf, isWhole, isColumn }: ReadColumns<Column>,
): Partial<Record<Column, Condition[]>> {
  const conditions: Partial<Record<Column, Condition[]>> = {};
  for (const filter of filters) {
    const { column } = filter;
    const kind = kindOf(column);
    if (kind === null || !isColumn(column) || filterProblem(kind, filter) !== null) continue;
    (conditions[column] ??= []).push(conditionOf(kind, isWhole(column), filter));
  }
  return conditions;
}

/** "Output (tokens/s) ≥ 1,000": a filter as a chip says it. */
export function filterText<Row>(filter: TableFilter, columns: readonly ColumnData<Row>[]): string {
  const column = columns.find(({ id }) => id === filter.column);
  if (filter.op === 'last')
    return `${column?.header ?? filter.column} in the last ${filter.value.trim() === '1' ? 'day' : `${filter.value} days`}`;
  const word = column === undefined ? filter.op : (WORDS[column.kind][filter.op] ?? filter.op);
  return [column?.header ?? filter.column, word, needsValue(filter.op) ? filter.value : '']
    .filter((part) => part !== '')
    .join(' ');
}
