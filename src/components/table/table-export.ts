import { toCsv } from '#lib/csv.ts';
import { csvBlob, saveFile } from '#src/components/ui/save-file.ts';
import { notify } from '#src/components/ui/toast.ts';
import { allRows } from './all-rows.ts';
import type { DataColumn } from './data-columns.tsx';
import type { DataTableProps } from './data-table-props.ts';
import type { TableFilter } from './filter-param.ts';
import { filterText } from './table-filters.ts';
import type { PlacedRows } from './placed-rows.ts';
import { tableXlsx } from './table-xlsx.ts';

export type ExportKind = 'csv' | 'xlsx';

interface ExportOptions<Row extends object> {
  table: DataTableProps<Row>;
  shown: readonly DataColumn<Row>[];
  placed: PlacedRows<Row>;
  /** Those that are asked. */
  filters: readonly TableFilter[];
  /** Ids of the rows that alone are wanted, of those at hand that a filter hides too; null for all of the view. */
  only: ReadonlySet<string> | null;
}

/** Saves rows as CSV or as a workbook. */
export async function exportTable<Row extends object>(
  kind: ExportKind,
  { table, shown, placed, filters, only }: ExportOptions<Row>,
): Promise<void> {
  const { label, columns, rowId, fileName } = table;
  const { sort } = table.view;
  const at = new Date().toISOString();
  const headerOf = (id: string) => columns.find((column) => column.id === id)?.header ?? id;
  try {
    const part = table.window;
    const atHand = only === null ? placed.loaded() : table.rows;
    const all = part === undefined ? atHand : await allRows(part.source.read, part.asked);
    const rows = only === null ? all : all.filter((row) => only.has(rowId(row)));
    if (only !== null && rows.length < only.size)
      notify.warning(
        `${rows.length.toLocaleString('en-US')} of ${only.size.toLocaleString('en-US')} selected rows are in the file`,
        { description: 'The others are left out by a filter.' },
      );
    const file =
      kind === 'csv'
        ? csvBlob(toCsv(shown, rows))
        : await tableXlsx(shown, rows, {
            what: only === null ? label : `${label}, those selected`,
            address: window.location.href,
            at,
            filters: filters.map((filter) => filterText(filter, columns)),
            sort:
              sort === null ? 'as listed' : `${headerOf(sort.id)}, ${sort.desc ? 'descending' : 'ascending'}`,
          });
    saveFile(`${fileName}-${at.slice(0, 10)}.${kind}`, file);
  } catch (error) {
    notify.failure('The export failed', error);
  }
}
