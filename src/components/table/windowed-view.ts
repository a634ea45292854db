import type { QueryKey } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ViewContract } from '#contract/define.ts';
import { api } from '#src/api/api.ts';
import type { ViewPage } from '#src/api/client.ts';
import type { Condition, ViewQuery } from '#src/api/view-query.ts';
import type { Sort } from '#src/url/search.ts';
import type { ColumnKind, TableFilter } from './filter-param.ts';
import { isWholeColumn, viewColumnKind, viewOrder, type ColumnOf, type ViewOrder } from './view-columns.ts';

/** What a table asks of a read of its rows. */
export interface RowsAsked {
  readonly sort: Sort | null;
  readonly filters?: readonly TableFilter[];
  /** Conditions of which one must hold, in the words of the data API. */
  readonly or?: string;
}

/** A view that is read in windows: rows `first` to `last` of those asked for; the first window with their number. */
export interface WindowedRead<Row> {
  /** Names the view and the page's own conditions. */
  readonly queryKey: QueryKey;
  readonly read: (
    first: number,
    last: number,
    asked: RowsAsked,
    signal?: AbortSignal,
  ) => Promise<ViewPage<Row>>;
  /** Columns that the read can be filtered by. */
  readonly canFilter: (columnId: string) => boolean;
  /** What rows are ordered by for a sort of the table; the last column tells rows apart. */
  readonly orderOf: (sort: Sort | null) => readonly ViewOrder<string>[];
  /** What the data API holds in the column; null for what it cannot be asked of. */
  readonly kindOf: (columnId: string) => ColumnKind | null;
  /** Whether that is whole numbers only. */
  readonly isWhole: (columnId: string) => boolean;
  readonly refetchIntervalMs?: number | undefined;
}

/** Windows of a view, and the query that a window is read by. */
export interface WindowedView<Row> extends WindowedRead<Row> {
  readonly query: (first: number, last: number, asked: RowsAsked) => Promise<ViewQuery<Row>>;
}

interface WindowedViewOptions<Row extends z.ZodObject> {
  view: ViewContract<Row>;
  queryKey: QueryKey;
  /** The page's own conditions; they hold beside those of the table, also on the same column. */
  own: () => Partial<Record<ColumnOf<Row>, Condition>>;
  /** The order that tells rows apart; it comes after the table's. */
  last: ViewOrder<ColumnOf<Row>>;
  /** Columns that the view is ordered and filtered by; all that it can be unless given. */
  askable?: readonly ColumnOf<NoInfer<Row>>[];
  refetchIntervalMs?: number | undefined;
}

/** Windows of a view of the contract. What filters mean is loaded with the first of them. */
export function windowedView<Row extends z.ZodObject>(
  options: WindowedViewOptions<Row>,
): WindowedView<z.output<Row>> {
  const { view, queryKey, own, last, askable, refetchIntervalMs } = options;
  const mayAsk = (column: string) => askable === undefined || askable.some((one) => one === column);
  const canFilter = (column: string) => mayAsk(column) && viewColumnKind(view, column) !== null;
  const orderOf = (sort: Sort | null) =>
    viewOrder(view, sort !== null && mayAsk(sort.id) ? sort : null, last);
  const query: WindowedView<z.output<Row>>['query'] = async (first, end, { sort, filters = [], or }) => {
    const conditions: Partial<Record<ColumnOf<Row>, Condition[]>> =
      filters.length === 0
        ? {}
        : (await import('./view-filters.ts')).viewConditions(
            view,
            filters.filter(({ column }) => canFilter(column)),
          );
    for (const [column, condition] of Object.entries(own()) as [ColumnOf<Row>, Condition][])
      (conditions[column] ??= []).push(condition);
    // Counting costs more than the rows: the first window knows for all.
    const count = first === 0 ? 'exact' : undefined;
    return { filters: conditions, order: orderOf(sort), range: [first, end], count, or };
  };
  const read: WindowedRead<z.output<Row>>['read'] = async (first, end, asked, signal) =>
    api().readView(view, await query(first, end, asked), { signal });
  return {
    queryKey,
    refetchIntervalMs,
    canFilter,
    query,
    read,
    orderOf,
    kindOf: (column) => viewColumnKind(view, column),
    isWhole: (column) => isWholeColumn(view, column),
  };
}
