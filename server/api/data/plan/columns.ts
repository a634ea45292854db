import { dialectError } from '../errors.ts';
import type { FieldRef } from '../parse/field.ts';
import type { ParsedCondition } from '../parse/filter.ts';
import type { OrderTerm } from '../parse/order.ts';
import type { SelectItem } from '../parse/select.ts';
import type { Column } from '../schema-cache.ts';
import type { Condition, OrderBy, OutputColumn } from './plan.ts';

/** What columns are looked up in: a relation or a function's result. `label` is the name that the client used. */
export interface ColumnSource {
  readonly label: string;
  readonly columns: ReadonlyMap<string, Column>;
}

/** Throws `not_found` for a column that does not exist or that the role may not use so; the answer is the same for both. */
export function resolveColumn(
  source: ColumnSource,
  field: FieldRef,
  use: 'select' | 'update' = 'select',
): Column {
  const column = source.columns.get(field.name);
  if (column !== undefined && (use === 'select' ? column.canSelect : column.canUpdate)) return column;
  throw dialectError(
    'PGRST204',
    `There is no column "${field.name}" in "${source.label}" that you may ${use}.`,
    {
      details: { column: field.name },
    },
  );
}

/** `*` is every column that the role may read. The same column under the same name twice is one. */
export function resolveSelect(source: ColumnSource, items: readonly SelectItem[]): OutputColumn[] {
  const byAlias = new Map<string, OutputColumn>();
  for (const item of items) {
    const outputs = item.kind === 'all' ? allColumns(source) : [outputColumn(source, item)];
    for (const output of outputs) {
      const same = byAlias.get(output.alias);
      if (same !== undefined && same.column !== output.column) {
        throw dialectError('PGRST100', `"select" gives two columns the name "${output.alias}".`, {
          details: { parameter: 'select' },
        });
      }
      byAlias.set(output.alias, output);
    }
  }
  return [...byAlias.values()];
}

export function resolveConditions(source: ColumnSource, conditions: readonly ParsedCondition[]): Condition[] {
  return conditions.map((condition) =>
    condition.kind === 'logic'
      ? { ...condition, conditions: resolveConditions(source, condition.conditions) }
      : {
          kind: 'filter',
          column: resolveColumn(source, condition.field),
          isNegated: condition.isNegated,
          comparison: condition.comparison,
        },
  );
}

export function resolveOrder(source: ColumnSource, terms: readonly OrderTerm[]): OrderBy[] {
  return terms.map((term) => ({
    column: resolveColumn(source, term.field),
    direction: term.direction,
    nulls: term.nulls,
  }));
}

function allColumns(source: ColumnSource): OutputColumn[] {
  return [...source.columns.values()]
    .filter((column) => column.canSelect)
    .map((column) => ({ column, alias: column.name }));
}

function outputColumn(source: ColumnSource, item: { field: FieldRef; alias: string | null }): OutputColumn {
  const column = resolveColumn(source, item.field);
  return { column, alias: item.alias ?? column.name };
}
