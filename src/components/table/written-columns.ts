import type { DataColumn } from './data-columns.tsx';

/** The columns of a file: those shown, then those that no file goes without. */
export function writtenColumns<Row>(
  columns: readonly DataColumn<Row>[],
  shown: readonly DataColumn<Row>[],
): DataColumn<Row>[] {
  const isShown = new Set(shown.map(({ id }) => id));
  return [...shown, ...columns.filter(({ id, isExported }) => isExported === true && !isShown.has(id))];
}
