import type { Aggregate } from '../parse/aggregate.ts';
import type { JsonStep } from '../parse/field.ts';
import type { OutputColumn, PlannedField } from '../plan/plan.ts';
import type { Column } from '../schema-model.ts';
import { catalogText, identifier, sql, value, type Fragment } from './fragment.ts';

/** A column of the row aliased `source`; a computed field is its function over that row. */
export function columnSql(source: string, column: Column): Fragment {
  if (column.computedIn === null) return identifier(source, column.name);
  // `source.*` and not `source`: a column of that name would win over the row.
  return sql`${identifier(column.computedIn, column.name)}(${identifier(source)}.*)`;
}

/** The column, or what its path leads to; what is no JSON is read as its JSON. */
export function fieldSql(source: string, { column, path }: PlannedField): Fragment {
  const base = columnSql(source, column);
  if (path.length === 0) return base;
  return sql`(${path.reduce(stepSql, column.isJson ? base : sql`to_jsonb(${base})`)})`;
}

/** The value behind one item of select, before it is aggregated; any value where rows are counted. */
export function argumentSql(source: string, output: OutputColumn): Fragment {
  if (output.aggregate?.isOfRows === true) return sql`1`;
  return castSql(fieldSql(source, output), output.cast);
}

export function aggregateSql(aggregate: Aggregate, argument: Fragment): Fragment {
  const item = aggregate.isOfRows ? sql`count(*)` : sql`${AGGREGATES[aggregate.fn]}(${argument})`;
  return castSql(item, aggregate.cast);
}

const AGGREGATES = {
  count: sql`count`,
  sum: sql`sum`,
  avg: sql`avg`,
  min: sql`min`,
  max: sql`max`,
};

function stepSql(base: Fragment, { arrow, key }: JsonStep): Fragment {
  const operand = typeof key === 'number' ? sql`${value(key)}::integer` : sql`${value(key)}::text`;
  return arrow === '->' ? sql`${base} -> ${operand}` : sql`${base} ->> ${operand}`;
}

function castSql(item: Fragment, cast: OutputColumn['cast']): Fragment {
  return cast === null ? item : sql`cast(${item} as ${catalogText(cast)})`;
}
