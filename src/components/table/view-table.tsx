import { late, useLate } from '#src/components/ui/late.ts';
import { DataTable } from './data-table.tsx';
import type { PlainTableProps } from './windowed-table.tsx';
import type { WindowedRead } from './windowed-view.ts';

/** Up to this many rows come at once and are sorted here; more are read in windows, sorted by the server. */
export const FEW_ROWS = 200;
const windowedTable = late(() => import('./windowed-table.tsx'));

interface ViewTableProps<Row extends object> extends PlainTableProps<Row> {
  /** Rows that match in all, as far as known; decides between the two ways. */
  total: number;
  /** Needed where there are more than `FEW_ROWS`; undefined while its code is on the way. */
  windowed: WindowedRead<Row> | undefined;
}

/** A `DataTable` of a view of any length: `rows` as they are while there are few, else windows of the view. */
export function ViewTable<Row extends object>({ total, windowed, ...table }: ViewTableProps<Row>) {
  const isLong = total > FEW_ROWS;
  const part = useLate(windowedTable, isLong);
  if (!isLong) return <DataTable {...table} />;
  if (part === undefined || windowed === undefined) return <DataTable {...table} rows={[]} isPending />;
  return <part.WindowedTable {...table} windowed={windowed} />;
}
