import { lazy, Suspense } from 'react';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import type { DataTableProps } from './data-table-props.ts';

/** Asked for when a page with a table loads, not when it draws: it comes beside the data. About 25 kB gzipped. */
const grid = import('./table-grid.tsx');
/** `lazy` drops the type parameter; rows only reach the columns they came with. */
const TableGrid = lazy(async () => ({ default: (await grid).TableGrid<never> }));

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
