import { z } from 'zod';
import type { ViewContract } from '#contract/define.ts';
import type { Condition } from '#src/api/view-query.ts';
import type { Sort } from '#src/url/search.ts';
import type { ColumnKind, TableFilter } from './filter-param.ts';
import { filterConditions } from './table-filters.ts';

/** The schema of a column without its null; undefined for one that the view does not have. */
function columnSchema(view: ViewContract<z.ZodObject>, column: string): unknown {
  const schema: unknown = Object.hasOwn(view.row.shape, column) ? view.row.shape[column] : undefined;
  return schema instanceof z.ZodNullable ? schema.unwrap() : schema;
}

/** What a column of a view holds, by the contract; null for lists and objects, and for columns it does not have. */
export function viewColumnKind(view: ViewContract<z.ZodObject>, column: string): ColumnKind | null {
  const schema = columnSchema(view, column);
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum)
    return column.endsWith('_at') ? 'time' : 'text';
  return null;
}

type ColumnOf<Row extends z.ZodObject> = keyof z.output<Row> & string;

/**
 * A table's filters as conditions of a read of a view; columns the view does not have are left out. Those of the page
 * itself come as `own` and hold beside them, also on the same column.
 */
export function viewConditions<Row extends z.ZodObject>(
  view: ViewContract<Row>,
  filters: readonly TableFilter[],
  own: Partial<Record<ColumnOf<NoInfer<Row>>, Condition>> = {},
): Partial<Record<ColumnOf<Row>, Condition[]>> {
  const conditions = filterConditions(filters, {
    kindOf: (column) => viewColumnKind(view, column),
    isWhole: (column) => {
      const schema = columnSchema(view, column);
      return schema instanceof z.ZodNumber && !schema.safeParse(1.5).success;
    },
    isColumn: (column): column is ColumnOf<Row> => viewColumnKind(view, column) !== null,
  });
  for (const [column, condition] of Object.entries(own) as [ColumnOf<Row>, Condition][])
    (conditions[column] ??= []).push(condition);
  return conditions;
}

/** A table's sort as the order of a read, then by `last`, which tells rows apart; a column the view does not have is left out. */
export function viewOrder<Row extends z.ZodObject>(
  view: ViewContract<Row>,
  sort: Sort | null,
  last: ViewOrder<ColumnOf<Row>>,
): ViewOrder<ColumnOf<Row>>[] {
  if (sort === null || !Object.hasOwn(view.row.shape, sort.id)) return [last];
  return [{ column: sort.id, direction: sort.desc ? 'desc' : 'asc' }, last];
}

interface ViewOrder<Column> {
  readonly column: Column;
  readonly direction: 'asc' | 'desc';
}
