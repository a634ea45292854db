import type { CsvValue } from '#lib/csv.ts';
import type { ColumnData } from './column-data.ts';

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
  const sorted = areNumbers ? byNumber(values, present, desc) : byWord(values, present, desc);
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

/** Keys of texts that are remembered within one sort: enough for a column of few different ones. */
const KEYS_KEPT = 5000;

function byWord(values: Values, present: readonly number[], desc: boolean): Uint32Array {
  const known = new Map<CsvValue, string>();
  const keys = new Array<string>(values.length).fill('');
  for (const index of present) {
    const value = values[index];
    let key = known.get(value);
    if (key === undefined) {
      key = wordKey(String(value));
      if (known.size < KEYS_KEPT) known.set(value, key);
    }
    keys[index] = key;
  }
  const way = desc ? -1 : 1;
  return Uint32Array.from(present).sort((a, b) => {
    const [left, right] = [keys[a] ?? '', keys[b] ?? ''];
    return left === right ? a - b : left < right ? -way : way;
  });
}

/**
 * A text that plain comparison puts where a person looks for the given one: case and accents do not count, and numbers
 * within go by size ("gpu-9" before "gpu-10"), as their length stands before their digits.
 */
export function wordKey(text: string): string {
  const lower = text.toLowerCase();
  // Plain ASCII has no accents, and most texts are that.
  const plain = /[^ -~]/.test(lower) ? lower.normalize('NFKD').replace(/\p{M}/gu, '') : lower;
  return /\d/.test(plain) ? plain.replace(/0*(\d+)/g, lengthFirst) : plain;
}

/** "0" for one digit, and so on: the characters from "0" to "@" stand together, before all letters. */
const lengthFirst = (_: string, digits: string): string =>
  String.fromCharCode(0x2f + Math.min(digits.length, 17)) + digits;
