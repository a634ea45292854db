import type { DataColumn } from './data-columns.tsx';

/** The columns of a file: those shown, then those that no file goes without. */
export function writtenColumns<Row>(
  columns: readonly DataColumn<Row>[],
  shown: readonly DataColumn<Row>[],
): DataColumn<Row>[] {
  return [...new Set([...shown, ...columns.filter((column) => column.isExported)])];
}
