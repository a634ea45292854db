import { z } from 'zod';
import type { ViewContract } from '#contract/define.ts';
import type { Sort } from '#src/url/search.ts';
import type { ColumnKind } from './filter-param.ts';

export type ColumnOf<Row extends z.ZodObject> = keyof z.output<Row> & string;

export interface ViewOrder<Column> {
  readonly column: Column;
  readonly direction: 'asc' | 'desc';
}

/** The schema of a column without its null; undefined for one that the view does not have. */
export function columnSchema(view: ViewContract<z.ZodObject>, column: string): unknown {
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

/** Whether a column of a view holds whole numbers only (`integer`, not beyond 2,147,483,647). */
export function isWholeColumn(view: ViewContract<z.ZodObject>, column: string): boolean {
  const schema = columnSchema(view, column);
  return schema instanceof z.ZodNumber && !schema.safeParse(1.5).success;
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
