import type { ReactNode } from 'react';
import type { DataColumn } from './data-columns.tsx';
import type { PlacedRows } from './placed-rows.ts';
import type { TableView } from './table-params.ts';
import type { RowsAsked, WindowedRead } from './windowed-view.ts';

/** Rows held in part: what `useRangeRows` answers. */
export interface RowWindow<Row> {
  /** Rows that match in all. */
  total: number;
  /** Where each of `rows` stands in the whole. */
  indexes: readonly number[];
  /** Called with the first and last row in view. */
  onRange: (first: number, last: number) => void;
  /** What rows are read from, and what was asked of it. */
  source: WindowedRead<Row>;
  asked: RowsAsked;
}

export interface DataTableProps<Row extends object> {
  /** Accessible name, and what the rows are: "Jobs". */
  label: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  view: TableView;
  onViewChange: (change: Partial<TableView>) => void;
  /** Whether rows are sorted here or already come sorted. */
  sorting?: 'client' | 'server';
  window?: RowWindow<Row>;
  /** Ids of selected rows; they may belong to rows not loaded. Leave out for a table without selection. */
  selected?: readonly string[];
  onSelectedChange?: (ids: string[]) => void;
  /** Enter or a press on a row. Keep a real link in the first column for new tabs. */
  onRowOpen?: (row: Row) => void;
  /** Told of the rows in their order whenever that changes, for what a page does with it. Keep it stable. */
  onPlaced?: (rows: PlacedRows<Row>) => void;
  isPending?: boolean;
  error?: unknown;
  onRetry?: () => void;
  empty?: ReactNode;
  /** Name of the exported file, without its ending. */
  fileName: string;
  toolbar?: ReactNode;
  /** What can be done with the selected rows besides exporting them: "Compare 3". */
  selectionActions?: ReactNode;
  /** A stable name of this table among all, under which its views are saved: "leaderboard". */
  viewKey?: string;
  className?: string;
}
