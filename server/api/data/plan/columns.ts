import { dialectError } from '../errors.ts';
import { editDistance } from '../fuzzy-names.ts';
import { pathName, type FieldRef } from '../parse/field.ts';
import type { ParsedCondition, ParsedFilter } from '../parse/filter.ts';
import type { OrderTerm } from '../parse/order.ts';
import type { FieldItem, SelectItem } from '../parse/select.ts';
import type { Column } from '../schema-model.ts';
import type { Condition, Embed, OrderBy, OutputColumn, PlannedField } from './plan.ts';

/** What columns are looked up in: a relation or a function's result. `label` is the name that the client used. */
export interface ColumnSource {
  readonly label: string;
  readonly columns: ReadonlyMap<string, Column>;
  /** Whether select may aggregate; off, since one request can then read a whole table. */
  readonly aggregates: boolean;
  /** What the rows are called in PostgREST's own SQL, where that is not the label. */
  readonly alias?: string;
  /** What is embedded in the rows, by its name in the answer. */
  readonly embeds?: ReadonlyMap<string, Embed>;
}

/** Throws `not_found` for a column that does not exist or that the role may not use so; the answer is the same for both. */
export function resolveColumn(
  source: ColumnSource,
  field: { readonly name: string },
  use: 'select' | 'insert' | 'update' = 'select',
): Column {
  const column = source.columns.get(field.name);
  if (column !== undefined && may(column, use)) return column;
  throw dialectError(
    'PGRST204',
    `There is no column "${field.name}" in "${source.label}" that you may ${use}.`,
    {
      details: { column: field.name },
      postgrest:
        use === 'select'
          ? {
              code: '42703',
              status: 400,
              message: `column ${source.alias ?? source.label}.${field.name} does not exist`,
              hint: similarColumn(source, field.name),
            }
          : {
              status: 400,
              message: `Could not find the '${field.name}' column of '${source.label}' in the schema cache`,
            },
    },
  );
}

/** `*` is every column that the role may read. The same column under the same name twice is one. */
export function resolveSelect(source: ColumnSource, items: readonly SelectItem[]): OutputColumn[] {
  const byAlias = new Map<string, OutputColumn>();
  for (const item of items) {
    if (item.kind === 'embed') continue;
    const outputs = item.kind === 'all' ? allColumns(source) : [outputColumn(source, item)];
    for (const output of outputs) {
      const same = byAlias.get(output.alias);
      if (same !== undefined && !isSameOutput(same, output)) {
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
      : (embedCondition(source, condition) ?? {
          kind: 'filter',
          ...resolveField(source, condition.field),
          isNegated: condition.isNegated,
          comparison: condition.comparison,
        }),
  );
}

/** `rel=is.null`: that an embedded resource has no rows. Throws PGRST120 for any other comparison with it. */
function embedCondition(
  source: ColumnSource,
  { field, comparison, isNegated }: ParsedFilter,
): Condition | undefined {
  const embed = field.path.length === 0 ? source.embeds?.get(field.name) : undefined;
  if (embed === undefined) return undefined;
  if (comparison.operator === 'is' && comparison.is === 'null')
    return { kind: 'embed', embed, isNegated: !isNegated };
  if (comparison.operator === 'is' && comparison.is === 'not_null')
    return { kind: 'embed', embed, isNegated };
  if (source.columns.has(field.name)) return undefined;
  throw dialectError('PGRST120', `Bad operator on the '${field.name}' embedded resource`, {
    details: { reason: 'Only is null or not is null filters are allowed on embedded resources' },
  });
}

export function resolveOrder(source: ColumnSource, terms: readonly OrderTerm[]): OrderBy[] {
  return terms.map((term) => ({
    ...resolveOrderField(source, term),
    direction: term.direction,
    nulls: term.nulls,
  }));
}

/** `order=rel(field)` needs a resource of one row. */
function resolveOrderField(source: ColumnSource, term: OrderTerm): PlannedField & { embed: Embed | null } {
  if (term.embed === null) return { ...resolveField(source, term.field), embed: null };
  const embed = source.embeds?.get(term.embed);
  if (embed === undefined) {
    throw dialectError('PGRST108', `'${term.embed}' is not an embedded resource in this request`, {
      hint: `Verify that '${term.embed}' is included in the 'select' query parameter.`,
    });
  }
  if (!embed.isToOne) {
    throw dialectError('PGRST118', `A related order on '${term.embed}' is not possible`, {
      details: {
        reason: `'${source.label}' and '${term.embed}' do not form a many-to-one or one-to-one relationship`,
      },
    });
  }
  const { columns, name } = embed.target;
  return { ...resolveField({ label: name, columns, aggregates: false }, term.field), embed };
}

function allColumns(source: ColumnSource): OutputColumn[] {
  return [...source.columns.values()]
    .filter((column) => column.canSelect && column.computedIn === null)
    .map((column) => ({ column, path: [], alias: column.name, cast: null, aggregate: null }));
}

function outputColumn(source: ColumnSource, item: FieldItem): OutputColumn {
  // `count` without brackets is how PostgREST counted rows before it had aggregates.
  const isCount = item.aggregate?.isOfRows ?? (item.field.name === 'count' && !source.columns.has('count'));
  if ((isCount || item.aggregate !== null) && !source.aggregates) {
    throw dialectError('PGRST123', 'Use of aggregate functions is not allowed');
  }
  if (isCount) {
    const aggregate = item.aggregate ?? { fn: 'count' as const, isOfRows: true, cast: null };
    return { column: ROWS, path: [], alias: item.alias ?? 'count', cast: null, aggregate };
  }
  const { cast, aggregate } = item;
  const alias = item.alias ?? aggregate?.fn ?? pathName(item.field);
  return { ...resolveField(source, item.field), alias, cast, aggregate };
}

/** Stands for the rows that `count()` counts. */
const ROWS: Column = {
  name: '*',
  type: 'bigint',
  isText: false,
  isJson: false,
  default: null,
  canSelect: true,
  canInsert: false,
  canUpdate: false,
  computedIn: null,
};

export function resolveField(source: ColumnSource, field: FieldRef): PlannedField {
  return { column: resolveColumn(source, field), path: field.path };
}

function may(column: Column, use: 'select' | 'insert' | 'update'): boolean {
  if (use === 'select') return column.canSelect;
  return column.computedIn === null && (use === 'insert' ? column.canInsert : column.canUpdate);
}

/** Two items of one name are one when they are written alike. */
function isSameOutput(a: OutputColumn, b: OutputColumn): boolean {
  const partsOf = ({ column, path, cast, aggregate }: OutputColumn): string =>
    JSON.stringify([column.name, path, cast, aggregate]);
  return a.column === b.column && partsOf(a) === partsOf(b);
}

/** PostgreSQL's own bound for its hints: at most three slips, and in no more than half of the name. */
const MAX_SLIPS = 3;

/** What PostgreSQL hints at: the column that a slip of the pen is away. */
function similarColumn(source: ColumnSource, name: string): string | null {
  const [near] = [...source.columns.values()]
    .filter((column) => column.canSelect && column.computedIn === null)
    .map((column) => ({ column, slips: editDistance(column.name, name) }))
    .filter(({ slips }) => slips <= Math.min(MAX_SLIPS, Math.floor(name.length / 2)))
    .sort((a, b) => a.slips - b.slips);
  if (near === undefined) return null;
  return `Perhaps you meant to reference the column "${source.label}.${near.column.name}".`;
}
