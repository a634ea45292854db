import {
  columnOrderingFeature,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { CsvValue } from '#lib/csv.ts';
import type { DataColumn } from './data-columns.tsx';
import type { TableView } from './table-params.ts';
import { shownColumns } from './table-view.ts';

const features = tableFeatures({
  rowSortingFeature,
  columnVisibilityFeature,
  columnOrderingFeature,
  rowSelectionFeature,
  sortedRowModel: createSortedRowModel(),
});

interface ModelOptions<Row> {
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  view: TableView;
  selected: readonly string[];
  sorting: 'client' | 'server';
}

/** Rows in the view's order and the shown columns, through TanStack Table with every state slice controlled. */
export function useTableModel<Row extends object>({
  columns,
  rows,
  rowId,
  view,
  selected,
  sorting,
}: ModelOptions<Row>) {
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  const shown = useMemo(() => shownColumns(columns, view.cols), [columns, view.cols]);
  const state = useMemo(() => {
    const shownIds = new Set(shown.map((column) => column.id));
    return {
      sorting: view.sort === null ? [] : [{ id: view.sort.id, desc: view.sort.desc }],
      columnVisibility: Object.fromEntries(columns.map((column) => [column.id, shownIds.has(column.id)])),
      columnOrder: shown.map((column) => column.id),
      rowSelection: Object.fromEntries(selected.map((id): [string, true] => [id, true])),
    };
  }, [columns, shown, view.sort, selected]);
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowId,
    state,
    manualSorting: sorting === 'server',
  });
  return { rows: table.getRowModel().rows, shown };
}

function definitionOf<Row extends object>(column: DataColumn<Row>): ColumnDef<typeof features, Row> {
  return {
    id: column.id,
    // Missing values are undefined here, as that is what `sortUndefined` puts last in both directions.
    accessorFn: (row) => column.value(row) ?? undefined,
    enableSorting: column.isSortable,
    sortUndefined: 'last',
    sortFn: (a, b, id) => compare(a.getValue(id), b.getValue(id)),
  };
}

const byWords = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compare(a: CsvValue, b: CsvValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return byWords.compare(String(a), String(b));
}
