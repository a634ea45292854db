import type { z } from 'zod';
import type { ViewContract } from '#contract/define.ts';
import type { Condition } from '#src/api/view-query.ts';
import type { TableFilter } from './filter-param.ts';
import { filterConditions } from './table-filters.ts';
import { isWholeColumn, viewColumnKind, type ColumnOf } from './view-columns.ts';

/** A table's filters as conditions of a read of a view; columns the view does not have are left out. */
export function viewConditions<Row extends z.ZodObject>(
  view: ViewContract<Row>,
  filters: readonly TableFilter[],
): Partial<Record<ColumnOf<Row>, Condition[]>> {
  return filterConditions(filters, {
    kindOf: (column) => viewColumnKind(view, column),
    isWhole: (column) => isWholeColumn(view, column),
    isColumn: (column): column is ColumnOf<Row> => viewColumnKind(view, column) !== null,
  });
}
