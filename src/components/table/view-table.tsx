import type { QueryKey } from '@tanstack/react-query';
import type { ViewPage } from '#src/api/client.ts';
import type { Sort } from '#src/url/search.ts';
import { DataTable } from './data-table.tsx';
import type { DataTableProps } from './data-table-props.ts';
import type { TableFilter } from './filter-param.ts';
import { useRangeRows } from './use-range-rows.ts';

/** Up to this many rows come at once and are sorted here; more are read in windows, sorted by the server. */
export const FEW_ROWS = 200;
/** Rows of one answer at most, and of an export in all. */
const [ANSWER_ROWS, EXPORT_ROWS] = [1000, 50_000];

export interface WindowedRead<Row> {
  /** Names the view and its filters; the sort is added. */
  queryKey: QueryKey;
  /** Reads rows `first` to `last` in the order of `sort`, with the total; `filters` only where `canFilter`. */
  read: (
    first: number,
    last: number,
    sort: Sort | null,
    signal?: AbortSignal,
    filters?: readonly TableFilter[],
  ) => Promise<ViewPage<Row>>;
  /** Columns that the read can be filtered by; absent where it takes no filters. */
  canFilter?: (columnId: string) => boolean;
  refetchIntervalMs?: number;
}

const NO_FILTERS: readonly TableFilter[] = [];

interface ViewTableProps<Row extends object> extends Omit<
  DataTableProps<Row>,
  'sorting' | 'window' | 'exportRows'
> {
  /** Rows that match in all, as far as known; decides between the two ways. */
  total: number;
  windowed: WindowedRead<Row>;
}

/** A `DataTable` of a view of any length: `rows` as they are while there are few, else windows of the view. */
export function ViewTable<Row extends object>({ total, windowed, ...table }: ViewTableProps<Row>) {
  return total <= FEW_ROWS ? <DataTable {...table} /> : <WindowedTable {...table} windowed={windowed} />;
}

function WindowedTable<Row extends object>({ windowed, ...table }: Omit<ViewTableProps<Row>, 'total'>) {
  const { sort, filters = NO_FILTERS } = table.view;
  const part = useRangeRows<Row>({
    queryKey: [...windowed.queryKey, sort, filters],
    read: (first, last, signal) => windowed.read(first, last, sort, signal, filters),
    ...(windowed.refetchIntervalMs !== undefined && { refetchIntervalMs: windowed.refetchIntervalMs }),
  });
  const exportRows = async () => {
    const rows: Row[] = [];
    for (let first = 0; first < EXPORT_ROWS; first += ANSWER_ROWS) {
      const page = await windowed.read(first, first + ANSWER_ROWS - 1, sort, undefined, filters);
      rows.push(...page.rows);
      if (page.rows.length < ANSWER_ROWS) break;
    }
    return rows;
  };
  return (
    <DataTable
      {...table}
      rows={part.rows}
      window={{ ...part.window, ...(windowed.canFilter !== undefined && { canFilter: windowed.canFilter }) }}
      sorting="server"
      isPending={part.isPending}
      error={part.error}
      onRetry={part.retry}
      exportRows={exportRows}
    />
  );
}
