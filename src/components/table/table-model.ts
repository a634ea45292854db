import { use, useDeferredValue, useMemo } from 'react';
import type { DataTableProps } from './data-table-props.ts';
import type { TableFilter } from './filter-param.ts';
import { rowOrder, sortedBy } from './row-order.ts';
import { shownColumns } from './table-view.ts';
import type { PlacedRows } from './placed-rows.ts';
import { wordOrder, type TableTools } from './table-late.ts';

const NO_FILTERS: readonly TableFilter[] = [];

/**
 * The view's rows and shown columns. Rows are never copied or wrapped: an order and a filter are places in `rows`, made
 * once per column and kept while the rows are the same, so that 100,000 rows answer at once. Filters need `tools`.
 */
export function useTableModel<Row extends object>(props: DataTableProps<Row>, tools: TableTools | undefined) {
  const { columns, rows, view, window: part } = props;
  const isOwn = (props.sorting ?? 'client') === 'client';
  const { filters = NO_FILTERS } = view;
  // The header says so at once; the rows follow when that is painted.
  const sort = useDeferredValue(view.sort);
  const shown = useMemo(() => shownColumns(columns, view.cols), [columns, view.cols]);
  const [sortId, desc] = [isOwn ? sort?.id : undefined, sort?.desc ?? false];
  const sorted = useMemo(() => sortedBy(columns, rows, sortId), [columns, rows, sortId]);
  const words = sorted?.isByWord === true ? (wordOrder.now() ?? use(wordOrder.loadToDraw())) : undefined;
  const order = useMemo(() => sorted && rowOrder(sorted.values, desc, words?.byWord), [sorted, desc, words]);
  const kept = useMemo(() => {
    // What is read in windows is filtered where it is read.
    const passing = isOwn ? tools?.passingRows(rows, filters, columns) : null;
    if (passing == null) return order;
    return order === null ? Uint32Array.from(rows.keys()).filter(passing) : order.filter(passing);
  }, [columns, rows, filters, isOwn, order, tools]);
  const total = part?.total;
  const indexes = part?.indexes;
  const placed = useMemo<PlacedRows<Row>>(() => {
    if (indexes !== undefined) {
      const places = new Map(indexes.map((place, index) => [place, index]));
      return { count: total ?? 0, at: (place) => rows[places.get(place) ?? -1], loaded: () => [...rows] };
    }
    if (kept === null) return { count: rows.length, at: (place) => rows[place], loaded: () => [...rows] };
    return {
      count: kept.length,
      at: (place) => rows[kept[place] ?? -1],
      loaded: () => Array.from(kept, (index) => rows[index]).filter((row) => row !== undefined),
    };
  }, [rows, kept, indexes, total]);
  return { placed, shown };
}
