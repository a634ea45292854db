import type { ColumnData } from './column-data.ts';
import { columnValues } from './row-order.ts';

/** Rows looked through for values to offer: enough to know the usual ones. */
const ROWS_READ = 20_000;

/** The texts of a column among loaded rows with how many rows have them, most frequent first, at most `most`. */
export function offeredValues<Row>(
  rows: readonly Row[],
  column: ColumnData<Row>,
  most: number,
): { readonly value: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const value of columnValues(rows, column).slice(0, ROWS_READ))
    if (typeof value === 'string' && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, most);
}
