import { toCsv } from '#lib/csv.ts';
import { counted } from '#src/components/ui/counted.ts';
import { csvBlob, saveFile } from '#src/components/ui/save-file.ts';
import { notify } from '#src/components/ui/toast.ts';
import { allRows } from './all-rows.ts';
import type { DataColumn } from './data-columns.tsx';
import type { DataTableProps } from './data-table-props.ts';
import type { TableFilter } from './filter-param.ts';
import { MOST_EXPORTED, type ExportKind } from './most-exported.ts';
import type { PlacedRows } from './placed-rows.ts';
import type { AboutRows } from './workbook-of-rows.ts';
import { writtenColumns } from './written-columns.ts';

interface ExportOptions<Row extends object> {
  table: DataTableProps<Row>;
  /** Beside what no file goes without. */
  shown: readonly DataColumn<Row>[];
  placed: PlacedRows<Row>;
  /** Those that are asked. */
  filters: readonly TableFilter[];
  /** Ids of the rows that alone are wanted, of those at hand that a filter hides too; null for all of the view. */
  only: ReadonlySet<string> | null;
}

/** Saves rows as CSV or as a workbook, and says so where that is not all of them. */
export async function exportTable<Row extends object>(
  kind: ExportKind,
  options: ExportOptions<Row>,
): Promise<void> {
  const at = new Date().toISOString();
  try {
    const { file, part } = await tableFile(kind, options, { at, address: window.location.href });
    saveFile(`${options.table.fileName}-${at.slice(0, 10)}.${kind}`, file);
    if (part !== null) notify.warning(part.title, { description: part.why });
  } catch (error) {
    notify.failure('The export failed', error);
  }
}

/** The file, and what to say where it lacks rows. */
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
  const atHand = only === null ? placed.loaded() : table.rows;
  if (part === undefined) take(atHand, atHand.length);
  else await allRows(part.source.read, part.asked, take);
  const file =
    kind === 'csv'
      ? new Blob([csvBlob(''), ...csv], { type: 'text/csv;charset=utf-8' })
      : await (
          await import('./workbook-of-rows.ts')
        ).workbookOfRows(shown, rows, { ...made, table, filters, isPart: only !== null, of });
  return { file, part: count < of ? partText(kind, count, of, only !== null) : null };
}

/** In words, where a file lacks rows. */
function partText(kind: ExportKind, count: number, of: number, isSelected: boolean) {
  return {
    title: `${count.toLocaleString('en-US')} of ${counted(of, 'row')} are in the file`,
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
