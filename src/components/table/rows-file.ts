import { toCsv } from '#lib/csv.ts';
import { grouped } from '#lib/grouped.ts';
import { counted } from '#src/components/ui/counted.ts';
import { csvBlob } from '#src/components/ui/save-file.ts';
import { allRows } from './all-rows.ts';
import type { DataColumn } from './data-columns.tsx';
import type { DataTableProps } from './data-table-props.ts';
import type { TableFilter } from './filter-param.ts';
import { MOST_EXPORTED, type ExportKind } from './most-exported.ts';
import type { PlacedRows } from './placed-rows.ts';
import { rowOrder, sortedBy } from './row-order.ts';
import { byWord } from './word-order.ts';
import type { AboutRows } from './workbook-of-rows.ts';
import { writtenColumns } from './written-columns.ts';

export interface ExportOptions<Row extends object> {
  table: DataTableProps<Row>;
  /** Beside what no file goes without. */
  shown: readonly DataColumn<Row>[];
  placed: PlacedRows<Row>;
  /** Those that are asked. */
  filters: readonly TableFilter[];
  /** Ids of the rows that alone are wanted, of those at hand that a filter hides too; null for all of the view. */
  only: ReadonlySet<string> | null;
}

/** The file, and what to say where it lacks rows. Fetched with the first export. */
export async function tableFile<Row extends object>(
  kind: ExportKind,
  { table, placed, filters, only, ...options }: ExportOptions<Row>,
  made: Pick<AboutRows<Row>, 'at' | 'address'>,
): Promise<{ file: Blob; part: { title: string; why: string } | null }> {
  const { rowId, window: part } = table;
  const shown = writtenColumns(table.columns, options.shown);
  // A CSV grows as it is read: its text is a fraction of the rows.
  const head = toCsv(shown, []);
  const csv = [head];
  const rows: Row[] = [];
  const most = MOST_EXPORTED[kind];
  let [count, of] = [0, only?.size ?? 0];
  const take = (read: readonly Row[], total: number) => {
    if (only === null) of = total;
    const kept = (only === null ? read : read.filter((row) => only.has(rowId(row)))).slice(0, most - count);
    count += kept.length;
    if (kind === 'csv') csv.push(toCsv(shown, kept).slice(head.length));
    else for (const row of kept) rows.push(row);
    return count < most && count !== only?.size;
  };
  const atHand = only === null ? placed.loaded() : sortedRows(table);
  let isChanged = false;
  if (part === undefined) take(atHand, atHand.length);
  else isChanged = await allRows(part.source.read, part.asked, rowId, take);
  const file =
    kind === 'csv'
      ? new Blob([csvBlob(''), ...csv], { type: 'text/csv;charset=utf-8' })
      : await (
          await import('./workbook-of-rows.ts')
        ).workbookOfRows(shown, rows, { ...made, table, filters, isPart: only !== null, of });
  if (count < of) return { file, part: partText(kind, count, of, only !== null) };
  return { file, part: isChanged ? CHANGED : null };
}

/** All rows at hand in the table's order, those that a filter hides too. */
function sortedRows<Row extends object>({
  columns,
  rows,
  view,
  sorting,
}: DataTableProps<Row>): readonly Row[] {
  if (sorting === 'server') return rows;
  const sorted = sortedBy(columns, rows, view.sort?.id);
  if (sorted === null) return rows;
  const places = rowOrder(sorted.values, view.sort?.desc ?? false, sorted.isByWord ? byWord : undefined);
  return Array.from(places, (place) => rows[place]).filter((row) => row !== undefined);
}

const CHANGED = {
  title: 'The list changed meanwhile.',
  why: 'What came or moved since may not be in the file.',
};

/** In words, where a file lacks rows. */
function partText(kind: ExportKind, count: number, of: number, isSelected: boolean) {
  return {
    title: `${grouped(count)} of ${counted(of, 'row')} are in the file`,
    why:
      count === MOST_EXPORTED[kind]
        ? kind === 'csv'
          ? 'It takes no more.'
          : 'CSV takes 1,000,000.'
        : isSelected
          ? 'A filter hides the others.'
          : 'The list changed.',
  };
}
