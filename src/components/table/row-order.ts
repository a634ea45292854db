import type { CsvValue } from '#lib/csv.ts';
import type { ColumnData } from './column-data.ts';
import type { ByWord } from './word-order.ts';

type Values = readonly CsvValue[];
/** Values of a column over some rows, kept as long as both are: sorting, filtering and finding read them again and again. */
const remembered = new WeakMap<object, WeakMap<object, Values>>();

/** What rows are ordered and filtered by, in one column: its values, times in milliseconds. */
export function columnValues<Row>(rows: readonly Row[], column: ColumnData<Row>): Values {
  const ofRows = remembered.get(rows) ?? new WeakMap<object, Values>();
  remembered.set(rows, ofRows);
  const known = ofRows.get(column);
  if (known !== undefined) return known;
  const values = rows.map(column.order ?? column.value);
  ofRows.set(column, values);
  return values;
}

/** What rows are sorted by: values of a column, and whether they go by words, which only {@link ByWord} can do. */
export interface Sorted {
  readonly values: Values;
  readonly isByWord: boolean;
}

/** Null where rows stay as they came. */
export function sortedBy<Row>(
  columns: readonly (ColumnData<Row> & { readonly isSortable: boolean })[],
  rows: readonly Row[],
  sortId: string | undefined,
): Sorted | null {
  const column = columns.find(({ id }) => id === sortId);
  if (column?.isSortable !== true) return null;
  const values = columnValues(rows, column);
  return { values, isByWord: values.some((value) => !isMissing(value) && typeof value !== 'number') };
}

const isMissing = (value: CsvValue): boolean => value == null || Number.isNaN(value);

/**
 * Places of `values` in order: numbers by size, else by words. Missing values come last in both directions, and what
 * is alike stays as it came.
 */
export function rowOrder(values: Values, desc: boolean, byWord?: ByWord): Uint32Array {
  const present: number[] = [];
  const missing: number[] = [];
  values.forEach((value, index) => (isMissing(value) ? missing : present).push(index));
  const sorted = byWord?.(values.map(String), present, desc) ?? byNumber(values, present, desc);
  const order = new Uint32Array(values.length);
  order.set(sorted);
  order.set(missing, sorted.length);
  return order;
}

function byNumber(values: Values, present: readonly number[], desc: boolean): Uint32Array {
  const keys = Float64Array.from(values, (value) => (typeof value === 'number' ? value : 0));
  const way = desc ? -1 : 1;
  return Uint32Array.from(present).sort((a, b) => way * ((keys[a] ?? 0) - (keys[b] ?? 0)) || a - b);
}
