import type { ReactNode, Ref } from 'react';
import type { DataColumn } from './data-columns.tsx';
import type { ExportKind } from './most-exported.ts';
import type { TableView } from './table-params.ts';

export interface TableToolbarProps<Row> {
  columns: readonly DataColumn<Row>[];
  shown: readonly DataColumn<Row>[];
  view: TableView;
  /** Loaded rows in the order shown. */
  loadedRows: () => readonly Row[];
  count: number;
  onViewChange: (change: Partial<TableView>) => void;
  isPending?: boolean;
  /** Whether the rows could not be read: how many there are is not known. */
  isFailed?: boolean;
  exporting: ExportKind | null;
  onExport: (kind: ExportKind) => void;
  toolbar?: ReactNode;
  /** The table's name among all, under which its views are saved; absent: none are. */
  viewKey?: string;
  /** The find box while it is open. */
  findBox: ReactNode;
  /** Opens the find box; absent where cells cannot be searched. */
  onFind?: () => void;
  filterButton: Ref<HTMLButtonElement>;
  /** Opens the line that adds a filter; absent where rows cannot be filtered. */
  onAddFilter?: () => void;
  /** Moves the edge of a column by some px; absent where widths cannot be chosen. */
  onNudge?: (id: string, px: number) => void;
}
