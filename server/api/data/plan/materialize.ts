import type { ApiRequest } from '../parse/api-request.ts';
import type { ParsedCondition } from '../parse/filter.ts';
import type { Column } from '../schema-model.ts';
import type { ColumnSource } from './columns.ts';

/**
 * Rows of a change or of a function lose their type once they are rows of a CTE, so a computed field has to be made
 * before: which columns the CTE must have, and the source that sees computed fields there as plain columns.
 */
export function materialize(
  request: ApiRequest,
  source: ColumnSource,
  where: readonly ParsedCondition[] = [],
): { columns: Column[]; computed: Column[]; source: ColumnSource } {
  const named = namesIn(request, where);
  const all = [...source.columns.values()].filter((column) => column.canSelect);
  const plain = all.filter((column) => column.computedIn === null);
  const computed = all.filter((column) => column.computedIn !== null && named.has(column.name));
  const columns = [...plain, ...computed];
  return {
    columns,
    computed,
    source: {
      ...source,
      columns: new Map(columns.map((column) => [column.name, { ...column, computedIn: null }])),
    },
  };
}

function namesIn(request: ApiRequest, where: readonly ParsedCondition[]): ReadonlySet<string> {
  return new Set([
    ...request.select.flatMap((item) => (item.kind === 'field' ? [item.field.name] : [])),
    ...request.order.map((term) => term.field.name),
    ...where.flatMap(namesInCondition),
  ]);
}

function namesInCondition(condition: ParsedCondition): string[] {
  return condition.kind === 'filter'
    ? [condition.field.name]
    : condition.conditions.flatMap(namesInCondition);
}
