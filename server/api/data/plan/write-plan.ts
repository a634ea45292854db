import { DialectError, dialectError } from '../errors.ts';
import type { ApiRequest } from '../parse/api-request.ts';
import { isSingular } from '../parse/accept.ts';
import { requireObject } from '../parse/body.ts';
import type { Column, Relation } from '../schema-model.ts';
import { allowedMethods } from './allow.ts';
import { resolveColumn, resolveConditions, resolveOrder, type ColumnSource } from './columns.ts';
import { materialize } from './materialize.ts';
import { planPage } from './page-plan.ts';
import type {
  DeleteChange,
  InsertChange,
  LimitedRows,
  PlanContext,
  UpdateChange,
  WritePlan,
} from './plan.ts';
import { planPut } from './put-plan.ts';

/** A change is answered whole: the cap on rows is one of reads. */
const ALL_ROWS = 2_147_483_647;

/** POST, PUT, PATCH and DELETE on a relation. */
export function planWrite(context: PlanContext, relation: Relation): WritePlan {
  const { request } = context;
  refuseWithoutRight(request, relation);
  const source = { label: relation.name, columns: relation.columns, aggregates: context.aggregates };
  const change = planChange(request, relation, source);
  const wanted = request.prefer.return ?? (isSingular(request.format) ? 'representation' : 'minimal');
  const isShown = wanted === 'representation';
  if (isShown && !relation.canSelect) throw forbidden(relation);
  const afterwards = materialize(request, source);
  return {
    kind: 'write',
    relation,
    change,
    returning: isShown ? afterwards.columns : keyColumns(relation),
    // The limit and the filters were of the change; all that was changed is shown.
    page: planPage(
      {
        ...context,
        request: isShown
          ? { ...request, range: { offset: 0, limit: null } }
          : { ...request, select: [], order: [], embedded: [] },
      },
      afterwards.source,
      relation,
      [],
      ALL_ROWS,
    ),
    body: isShown ? request.format : 'none',
    return: wanted,
    count: request.prefer.count,
    maxAffected: request.method === 'POST' ? null : request.prefer.maxAffected,
    location: wanted === 'headers-only' && request.method === 'POST' ? keyColumns(relation) : [],
  };
}

function planChange(request: ApiRequest, relation: Relation, source: ColumnSource): WritePlan['change'] {
  if (request.method === 'POST') return planInsert(request, relation, source);
  if (request.method === 'PUT') return planPut(request, relation, source);
  if (request.method === 'DELETE') return planDelete(request, relation, source);
  return planUpdate(request, relation, source);
}

function planInsert(request: ApiRequest, relation: Relation, source: ColumnSource): InsertChange {
  const { prefer } = request;
  const rows = request.rows ?? { json: '[]', rowCount: 0, keys: [] };
  const target =
    request.onConflict === null
      ? keyOf(relation)
      : request.onConflict.map((name) => resolveColumn(source, { name }, 'insert'));
  if (rows.rowCount > 1 && rows.keys.length === 0) {
    throw dialectError('PGRST102', 'Several rows without any member cannot be inserted at once.');
  }
  return {
    do: 'insert',
    json: rows.json,
    rowCount: rows.rowCount,
    columns: rows.keys.map((name) => resolveColumn(source, { name }, 'insert')),
    isDefaulted: prefer.missing === 'default',
    onConflict:
      prefer.resolution === null || target.length === 0
        ? null
        : { do: prefer.resolution === 'merge-duplicates' ? 'update' : 'nothing', target },
    where: [],
  };
}

function planUpdate(request: ApiRequest, relation: Relation, source: ColumnSource): UpdateChange {
  const names = request.columns ?? Object.keys(requireObject(request.body).value);
  return {
    do: 'update',
    set: names.map((name) => resolveColumn(source, { name }, 'update')),
    json: request.body.text,
    where: resolveConditions(source, request.where),
    limited: limitedRows(request, relation, source),
  };
}

function planDelete(request: ApiRequest, relation: Relation, source: ColumnSource): DeleteChange {
  return {
    do: 'delete',
    where: resolveConditions(source, request.where),
    limited: limitedRows(request, relation, source),
  };
}

/** A limit on what is changed needs an order, so that it is known which rows are first. */
function limitedRows(request: ApiRequest, relation: Relation, source: ColumnSource): LimitedRows | null {
  const { offset, limit } = request.range;
  if (!request.given.has('limit') && !request.given.has('offset')) return null;
  if (request.order.length === 0) {
    throw dialectError('PGRST109', "A 'limit' was applied without an explicit 'order'", {
      hint: "Apply an 'order' using unique column(s)",
    });
  }
  const key = keyOf(relation);
  if (key.length === 0) {
    throw dialectError('PGRST109', `"${relation.name}" has no primary key to find the limited rows by.`);
  }
  return { key, orderBy: resolveOrder(source, request.order), offset, limit: limit ?? ALL_ROWS };
}

function keyOf(relation: Relation): Column[] {
  return relation.primaryKey.flatMap((name) => relation.columns.get(name) ?? []);
}

/** The key's columns that the role may read, for Location. */
function keyColumns(relation: Relation): Column[] {
  return keyOf(relation).filter((column) => column.canSelect);
}

type Write = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** As PostgreSQL words it. */
const CHANGES = { POST: 'insert into', PUT: 'insert into', PATCH: 'update', DELETE: 'delete from' };

function refuseWithoutRight({ method }: ApiRequest, relation: Relation): void {
  const { takes, may } = {
    POST: { takes: relation.isInsertable, may: relation.canInsert },
    PUT: {
      takes: relation.isInsertable && relation.isUpdatable,
      may: relation.canInsert && relation.canUpdate,
    },
    PATCH: { takes: relation.isUpdatable, may: relation.canUpdate },
    DELETE: { takes: relation.isDeletable, may: relation.canDelete },
  }[method as Write];
  if (!takes) {
    throw dialectError('PGRST117', `"${relation.name}" cannot be changed.`, {
      headers: { Allow: allowedMethods(relation) },
      postgrest: {
        code: '55000',
        status: 500,
        message: `cannot ${CHANGES[method as Write]} view "${relation.name}"`,
      },
    });
  }
  if (!may) throw forbidden(relation);
}

function forbidden({ name }: Relation): Error {
  return new DialectError(
    'forbidden',
    'Your role may not do this.',
    { details: { pgcode: '42501' } },
    { code: '42501', status: 403, message: `permission denied for table ${name}`, details: null, hint: null },
  );
}
