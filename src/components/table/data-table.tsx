import { lazy, Suspense, type ReactNode } from 'react';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import type { DataColumn } from './data-columns.tsx';
import type { TableView } from './table-params.ts';

/** Asked for when a page with a table loads, not when it draws: it comes beside the data. About 25 kB gzipped. */
const grid = import('./table-grid.tsx');
/** `lazy` drops the type parameter; rows only reach the columns they came with. */
const TableGrid = lazy(async () => ({ default: (await grid).TableGrid<never> }));

/** Rows held in part: what `useRangeRows` answers. */
export interface RowWindow {
  /** Rows that match in all. */
  total: number;
  /** Where each of `rows` stands in the whole. */
  indexes: readonly number[];
  /** Called with the first and last row in view. */
  onRange: (first: number, last: number) => void;
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
  window?: RowWindow;
  /** Ids of selected rows; they may belong to rows not loaded. Leave out for a table without selection. */
  selected?: readonly string[];
  onSelectedChange?: (ids: string[]) => void;
  /** Enter or a press on a row. Keep a real link in the first column for new tabs. */
  onRowOpen?: (row: Row) => void;
  isPending?: boolean;
  error?: unknown;
  onRetry?: () => void;
  empty?: ReactNode;
  /** Name of the exported file; all rows of a windowed table come from `exportRows`. */
  fileName: string;
  exportRows?: () => Promise<readonly Row[]>;
  toolbar?: ReactNode;
  className?: string;
}

/** The one table: sorted, windowed to at most 40 row elements, driven by keys, exported as seen. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  return (
    <Suspense fallback={<WaitingTable {...props} />}>
      <TableGrid {...(props as unknown as DataTableProps<never>)} />
    </Suspense>
  );
}

const WAITING_ROWS = 6;

/** Toolbar, header and rows in outline, at their real heights as far as they are known, so that nothing below moves. */
function WaitingTable<Row extends object>({ label, rows, window, isPending, empty }: DataTableProps<Row>) {
  const isKnown = isPending !== true;
  const count = isKnown ? (window?.total ?? rows.length) : WAITING_ROWS;
  return (
    <div role="status" aria-label={`${label}: reading`}>
      <div className="h-9 border-b border-line" />
      <div className="max-h-[min(70dvh,1000px)] min-h-24 overflow-hidden">
        {Array.from({ length: Math.min(count, 40) + 1 }, (_, index) => (
          <div key={index} className="flex h-8 items-center border-b border-line px-3">
            <Skeleton className="h-3 w-full" />
          </div>
        ))}
        {isKnown && count === 0 && <div className="invisible">{empty}</div>}
      </div>
    </div>
  );
}
