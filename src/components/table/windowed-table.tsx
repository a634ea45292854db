import { DataTable } from './data-table.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { useRangeRows } from './use-range-rows.ts';
import type { WindowedRead } from './windowed-view.ts';

export type PlainTableProps<Row extends object> = Omit<DataTableProps<Row>, 'sorting' | 'window'>;

interface WindowedTableProps<Row extends object> extends PlainTableProps<Row> {
  windowed: WindowedRead<Row>;
}

/** A `DataTable` whose rows are read as they come into view. */
export function WindowedTable<Row extends object>({ windowed, ...table }: WindowedTableProps<Row>) {
  return <DataTable {...table} {...useRangeRows(windowed, table.view)} />;
}
