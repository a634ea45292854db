import { useState } from 'react';
import { notify } from '#src/components/ui/toast.ts';
import type { DataColumn } from './data-columns.tsx';
import { downloadCsv, saveFile } from './table-view.ts';

export type ExportKind = 'csv' | 'xlsx';
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface ExportOptions<Row> {
  label: string;
  shown: readonly DataColumn<Row>[];
  rowId: (row: Row) => string;
  fileName: string;
  /** All rows of the view in its order. */
  viewRows: () => readonly Row[] | Promise<readonly Row[]>;
  /** Rows that a selection is taken from: more than those of the view where they are at hand. */
  allRows: () => readonly Row[] | Promise<readonly Row[]>;
  selected: ReadonlySet<string>;
  /** What a workbook says of its rows. */
  about: { readonly filters: readonly string[]; readonly sort: string };
}

/** Saves the rows of a view, or the selected ones, as CSV or as a workbook; `busy` while one is made. */
export function useTableExport<Row>(options: ExportOptions<Row>) {
  const { label, shown, rowId, fileName, selected, about } = options;
  const [busy, setBusy] = useState<ExportKind | null>(null);
  const save = async (kind: ExportKind, what: 'view' | 'selection') => {
    setBusy(kind);
    try {
      const isSelection = what === 'selection';
      const rows = isSelection
        ? (await options.allRows()).filter((row) => selected.has(rowId(row)))
        : await options.viewRows();
      if (isSelection && rows.length < selected.size)
        notify.warning(
          `${rows.length.toLocaleString('en-US')} of ${selected.size.toLocaleString('en-US')} selected rows are in the file`,
          { description: 'The others are left out by a filter.' },
        );
      if (kind === 'csv') downloadCsv(fileName, shown, rows);
      else {
        const { tableXlsx } = await import('./table-xlsx.ts');
        const bytes = await tableXlsx(shown, rows, {
          what: isSelection ? `${label}, those selected` : label,
          address: window.location.href,
          at: new Date().toISOString(),
          ...about,
        });
        saveFile(`${fileName}.xlsx`, bytes, XLSX_TYPE);
      }
    } catch (error) {
      notify.error('The export failed', {
        description: error instanceof Error ? error.message : String(error),
      });
    } finally {
      setBusy(null);
    }
  };
  return { busy, save };
}
