import type { CsvValue } from '#lib/csv.ts';
import type { ColumnData } from './column-data.ts';
import { byWord } from './word-order.ts';

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

/** Places of rows as a table sorts them; null where they stay as they came. */
export function sortedPlaces<Row>(
  columns: readonly (ColumnData<Row> & { readonly isSortable: boolean })[],
  rows: readonly Row[],
  sortId: string | undefined,
  desc: boolean,
): Uint32Array | null {
  const column = columns.find(({ id }) => id === sortId);
  return column?.isSortable === true ? rowOrder(columnValues(rows, column), desc) : null;
}

/**
 * Places of `values` in order: numbers by size, all else by words. Missing values come last in both directions, and
 * what is alike stays as it came.
 */
export function rowOrder(values: Values, desc: boolean): Uint32Array {
  const present: number[] = [];
  const missing: number[] = [];
  values.forEach((value, index) => {
    const isMissing = value === null || value === undefined || Number.isNaN(value);
    (isMissing ? missing : present).push(index);
  });
  const areNumbers = present.every((index) => typeof values[index] === 'number');
  const sorted = areNumbers ? byNumber(values, present, desc) : byWord(values.map(String), present, desc);
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
