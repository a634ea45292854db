import type { DataColumn } from './data-columns.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { FilterBar } from './filter-bar.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { ExportKind } from './most-exported.ts';
import type { PlacedRows } from './placed-rows.ts';

interface TableBarsProps<Row extends object> {
  table: DataTableProps<Row>;
  /** Those that can be filtered by; null where rows cannot. */
  columns: readonly DataColumn<Row>[] | null;
  placed: PlacedRows<Row>;
  /** Ids of selected rows. */
  marked: ReadonlySet<string>;
  isAdding: boolean;
  onAddingChange: (isAdding: boolean) => void;
  busy: ExportKind | null;
  /** Exports the selected rows. */
  onExport: (kind: ExportKind) => void;
  /** What had the focus in the line of filters is gone. */
  onFiltersDone: () => void;
  /** So is the selection. */
  onCleared: () => void;
}

/** Between toolbar and rows: what is selected, and what rows are filtered by. */
export function TableBars<Row extends object>(props: TableBarsProps<Row>) {
  const { table, columns, placed, marked, busy } = props;
  return (
    <>
      {table.onSelectedChange !== undefined && marked.size > 0 && (
        <SelectionBar
          selected={marked}
          placed={placed}
          rowId={table.rowId}
          actions={table.selectionActions}
          busy={busy}
          onExport={props.onExport}
          onClear={() => {
            table.onSelectedChange?.([]);
            props.onCleared();
          }}
        />
      )}
      {columns !== null && (
        <FilterBar
          columns={columns}
          rows={table.rows}
          isPart={table.window !== undefined}
          filters={table.view.filters ?? []}
          isAdding={props.isAdding}
          onAddingChange={props.onAddingChange}
          onChange={(filters) => table.onViewChange({ filters })}
          onDone={props.onFiltersDone}
        />
      )}
    </>
  );
}
