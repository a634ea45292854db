import { toCsv } from '#lib/csv.ts';
import { csvBlob, saveFile } from '#src/components/ui/save-file.ts';
import { notify } from '#src/components/ui/toast.ts';
import { allRows } from './all-rows.ts';
import type { DataColumn } from './data-columns.tsx';
import type { DataTableProps } from './data-table-props.ts';
import type { TableFilter } from './filter-param.ts';
import { filterText } from './table-filters.ts';
import { MOST_EXPORTED, type ExportKind } from './most-exported.ts';
import type { PlacedRows } from './placed-rows.ts';
import type { AboutRows } from './workbook-of-rows.ts';

interface ExportOptions<Row extends object> {
  table: DataTableProps<Row>;
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
  { table, shown, placed, filters, only }: ExportOptions<Row>,
  made: Pick<AboutRows, 'at' | 'address'>,
): Promise<{ file: Blob; part: { title: string; why: string } | null }> {
  const { label, columns, rowId, window: part, view } = table;
  const { sort } = view;
  const headerOf = (id: string) => columns.find((column) => column.id === id)?.header ?? id;
  const atHand = only === null ? placed.loaded() : table.rows;
  const pages =
    part === undefined ? [{ rows: atHand, total: atHand.length }] : allRows(part.source.read, part.asked);
  // A CSV grows as it is read: its text is a fraction of the rows.
  const head = toCsv(shown, []);
  const csv: BlobPart[] = [csvBlob(head)];
  const rows: Row[] = [];
  const { count, of } = await eachPage(pages, MOST_EXPORTED[kind], only, rowId, (kept) => {
    if (kind === 'csv') csv.push(toCsv(shown, kept).slice(head.length));
    else for (const row of kept) rows.push(row);
  });
  const file =
    kind === 'csv'
      ? new Blob(csv, { type: 'text/csv;charset=utf-8' })
      : await (
          await import('./workbook-of-rows.ts')
        ).workbookOfRows(shown, rows, {
          what: only === null ? label : `${label}, those selected`,
          of,
          ...made,
          filters: filters.map((filter) => filterText(filter, columns)),
          sort:
            sort === null ? 'as listed' : `${headerOf(sort.id)}, ${sort.desc ? 'descending' : 'ascending'}`,
        });
  return { file, part: count < of ? partText(kind, count, of, only !== null) : null };
}

interface RowsRead<Row> {
  readonly rows: readonly Row[];
  readonly total: number | null;
}

/** Takes the rows that are wanted, up to `most`; answers how many it took, and of how many. */
async function eachPage<Row>(
  pages: AsyncIterable<RowsRead<Row>> | Iterable<RowsRead<Row>>,
  most: number,
  only: ReadonlySet<string> | null,
  rowId: (row: Row) => string,
  take: (rows: readonly Row[]) => void,
): Promise<{ count: number; of: number }> {
  let [count, of] = [0, only?.size ?? 0];
  for await (const { rows, total } of pages) {
    if (only === null) of = total ?? of;
    const kept = (only === null ? rows : rows.filter((row) => only.has(rowId(row)))).slice(0, most - count);
    take(kept);
    count += kept.length;
    if (count >= Math.min(most, only?.size ?? most)) break;
  }
  return { count, of };
}

function partText(kind: ExportKind, count: number, of: number, isSelected: boolean) {
  const number = (rows: number) => rows.toLocaleString('en-US');
  const why =
    count < MOST_EXPORTED[kind]
      ? isSelected
        ? 'The others are left out by a filter.'
        : 'The list changed while it was read; export it again.'
      : kind === 'xlsx'
        ? `A workbook takes no more; CSV takes up to ${number(MOST_EXPORTED.csv)}.`
        : 'A CSV takes no more; filter the table for the others.';
  return {
    title: `${number(count)} of ${number(of)} ${isSelected ? 'selected ' : ''}rows are in the file`,
    why,
  };
}
