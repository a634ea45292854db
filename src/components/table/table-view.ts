import { toCsv } from '#lib/csv.ts';
import type { Sort } from '#src/url/search.ts';
import type { DataColumn } from './data-columns.tsx';

/** The columns a view shows, in its order. Names that no longer exist are skipped; if none is left, the usual ones. */
export function shownColumns<Row>(
  columns: readonly DataColumn<Row>[],
  cols: readonly string[],
): DataColumn<Row>[] {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const named = cols.flatMap((id) => byId.get(id) ?? []);
  return named.length > 0 ? named : columns.filter((column) => column.isShownByDefault);
}

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

/** The sort after a press on a header: best first, then the other way, then as the source gave it. */
export function nextSort(
  column: Pick<DataColumn<never>, 'id' | 'firstSort'>,
  sort: Sort | null,
): Sort | null {
  const firstDesc = column.firstSort === 'desc';
  if (sort?.id !== column.id) return { id: column.id, desc: firstDesc };
  return sort.desc === firstDesc ? { id: column.id, desc: !firstDesc } : null;
}

/** Saves rows as a CSV file named `name` and the day. */
export function downloadCsv<Row>(
  name: string,
  columns: readonly DataColumn<Row>[],
  rows: readonly Row[],
): void {
  saveFile(`${name}.csv`, toCsv(columns, rows), 'text/csv;charset=utf-8');
}

/** Hands a file to the browser; the day goes before its ending. */
export function saveFile(name: string, content: string | Uint8Array, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content as BlobPart], { type }));
  link.download = name.replace(/(\.\w+)$/, `-${new Date().toISOString().slice(0, 10)}$1`);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
