import { dialectError } from '../errors.ts';
import type { ApiRequest } from '../parse/api-request.ts';
import type { Relation } from '../schema-model.ts';
import { resolveColumn, resolveConditions, type ColumnSource } from './columns.ts';
import type { InsertChange } from './plan.ts';

/** PUT writes exactly the one row that its filters name by the whole primary key. */
export function planPut(request: ApiRequest, relation: Relation, source: ColumnSource): InsertChange {
  const rows = request.rows ?? { json: '[]', rowCount: 0, keys: [] };
  if (request.given.has('limit') || request.given.has('offset')) {
    throw dialectError('PGRST114', 'limit/offset querystring parameters are not allowed for PUT');
  }
  if (!namesKey(request, relation)) {
    throw dialectError(
      'PGRST105',
      "Filters must include all and only primary key columns with 'eq' operators",
    );
  }
  if (rows.rowCount !== 1) throw notTheRow();
  return {
    do: 'put',
    json: rows.json,
    rowCount: rows.rowCount,
    columns: rows.keys.map((name) => resolveColumn(source, { name }, 'insert')),
    isDefaulted: false,
    onConflict: {
      do: 'update',
      target: relation.primaryKey.map((name) => resolveColumn(source, { name }, 'insert')),
    },
    where: resolveConditions(source, request.where),
  };
}

/** Refused before the commit: nothing is written. */
export function notTheRow(): Error {
  return dialectError('PGRST115', 'Payload values do not match URL in primary key column(s)');
}

function namesKey(request: ApiRequest, relation: Relation): boolean {
  const named = request.where.flatMap((condition) =>
    condition.kind === 'filter' &&
    !condition.isNegated &&
    condition.comparison.operator === 'eq' &&
    !('quantifier' in condition.comparison) &&
    condition.field.path.length === 0
      ? [condition.field.name]
      : [],
  );
  const key = relation.primaryKey;
  return (
    key.length > 0 &&
    named.length === request.where.length &&
    named.length === key.length &&
    key.every((name) => named.includes(name))
  );
}
