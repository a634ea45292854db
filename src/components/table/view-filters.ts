import { z } from 'zod';
import type { ViewContract } from '#contract/define.ts';
import type { Condition } from '#src/api/view-query.ts';
import type { ColumnKind, TableFilter } from './filter-param.ts';
import { filterConditions } from './table-filters.ts';

/** What a column of a view holds, by the contract; null for lists and objects, and for columns it does not have. */
export function viewColumnKind(view: ViewContract<z.ZodObject>, column: string): ColumnKind | null {
  const schema: unknown = Object.hasOwn(view.row.shape, column) ? view.row.shape[column] : undefined;
  const inner: unknown = schema instanceof z.ZodNullable ? schema.unwrap() : schema;
  if (inner instanceof z.ZodNumber) return 'number';
  if (inner instanceof z.ZodString || inner instanceof z.ZodEnum)
    return column.endsWith('_at') ? 'time' : 'text';
  return null;
}

/** A table's filters as conditions of a read of a view; columns the view does not have are left out. */
export function viewConditions<Row extends z.ZodObject>(
  view: ViewContract<Row>,
  filters: readonly TableFilter[],
): Partial<Record<keyof z.output<Row> & string, Condition[]>> {
  const isColumn = (column: string): column is keyof z.output<Row> & string =>
    viewColumnKind(view, column) !== null;
  return filterConditions(filters, (column) => viewColumnKind(view, column), isColumn);
}
