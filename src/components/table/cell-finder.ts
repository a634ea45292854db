import { cellText } from './cell-text.ts';
import type { ColumnData } from './column-data.ts';
import { letterPattern } from './found-places.ts';
import { shownNumber, typedNumber, typedTime } from './typed-values.ts';

/** Rows that tell what a column shows. */
const SAMPLE_ROWS = 50;

/** What a text is looked for in, and whether a cell holds it. */
export interface CellFinder<Row> {
  /** As it was typed. */
  readonly text: string;
  /** Columns on the screen, then the one that names rows where it is not there: a row's first cell stands for it. */
  readonly looked: readonly ColumnData<Row>[];
  /** Whether only some of many rows are at hand. */
  readonly isRemote: boolean;
  /** Whether a cell is found, by its column's place in the layout; null where nothing is looked for. */
  readonly finds: ((index: number, row: Row) => boolean) | null;
}

interface Looked<Row> {
  text: string;
  /** Of the table, shown or not. */
  columns: readonly ColumnData<Row>[];
  shown: readonly ColumnData<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  isRemote: boolean;
}

/**
 * Finds a text in what cells show, whatever its case; a number also without what stands between thousands, a time also
 * by the day it is typed as, a row by its number. Where the data API looks, numbers and times are found as a whole.
 */
export function cellFinder<Row>({
  text,
  columns,
  shown,
  rows,
  rowId,
  isRemote,
}: Looked<Row>): CellFinder<Row> {
  const sample = rows.slice(0, SAMPLE_ROWS);
  const own = columns.find(
    ({ id, kind, value }) =>
      kind === 'number' &&
      id.endsWith('_id') &&
      sample.length > 0 &&
      sample.every((row) => rowId(row) === String(value(row))),
  );
  const looked = own === undefined || shown.includes(own) ? shown : [...shown, own];
  if (text === '') return { text, looked, isRemote, finds: null };
  const number = typedNumber(text);
  const tests = looked.map((column, index) =>
    index < shown.length
      ? cellTest(column, text, isRemote)
      : (row: Row) => number !== null && column.value(row) === number,
  );
  const finds = (index: number, row: Row) => tests[index]?.(row) ?? false;
  return {
    text,
    looked,
    isRemote,
    finds:
      looked === shown
        ? finds
        : (index, row) => finds(index, row) || (index === 0 && finds(shown.length, row)),
  };
}

function cellTest<Row>(column: ColumnData<Row>, text: string, isWhole: boolean): (row: Row) => boolean {
  const needle = text.toLowerCase();
  const holds = (row: Row) => cellText(column, row).toLowerCase().includes(needle);
  if (column.kind === 'time') {
    const span = typedTime(text);
    if (span === null) return isWhole ? () => false : holds;
    const isIn = (row: Row) => {
      const at = column.order === undefined ? Date.parse(String(column.value(row))) : column.order(row);
      return at !== null && at >= span.from && at < span.to;
    };
    return isWhole ? isIn : (row) => isIn(row) || holds(row);
  }
  if (column.kind !== 'number') return holds;
  const number = typedNumber(text);
  if (isWhole) return number === null ? () => false : (row) => shownNumber(cellText(column, row)) === number;
  // Letters are not looked for in numbers, whose texts cost most to make.
  if (/[^\d\s.,+%e-]/.test(needle)) return () => false;
  const pattern = letterPattern(needle);
  return (row) => pattern.test(cellText(column, row).toLowerCase());
}
