import type { ColumnData } from './column-data.ts';

/** What a person reads in a cell, as far as words go; empty for a missing value. */
export function cellText<Row>(column: ColumnData<Row>, row: Row): string {
  return column.text === undefined ? String(column.value(row) ?? '') : column.text(row);
}
