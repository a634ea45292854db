import type { DataColumn } from './data-columns.tsx';

/** Columns in which at least two of the rows differ; the first column is always among them, as it names the row. */
export function varyingColumns<Row>(
  columns: readonly DataColumn<Row>[],
  rows: readonly Row[],
): DataColumn<Row>[] {
  return columns.filter((column, index) => {
    const [first, ...others] = rows;
    if (index === 0 || first === undefined) return true;
    const value = column.value(first);
    return others.some((row) => column.value(row) !== value);
  });
}
