import type { DeleteChange, InsertChange, LimitedRows, UpdateChange, WritePlan } from '../plan/plan.ts';
import type { Column } from '../schema-model.ts';
import { bodySql } from './body-sql.ts';
import { columnDefinitionsSql } from './call-sql.ts';
import { orderSql, whereSql } from './condition-sql.ts';
import { columnSql } from './field-sql.ts';
import { catalogText, EMPTY, identifier, join, sql, value, type Fragment } from './fragment.ts';
import { pageSql } from './page-sql.ts';
import { RESPONSE_SETTINGS } from './response-settings-sql.ts';

/**
 * The change in the CTE `_written`, then the answer's rows out of it. An upsert counts in a setting of the transaction
 * what it inserted: rows of a view have no other mark of it.
 */
export function writeSql(plan: WritePlan): Fragment {
  const written = sql`_written as (${changeSql(plan)}${returningSql(plan.returning)})`;
  const isBodyless = plan.body === 'none';
  const page = isBodyless ? EMPTY : sql`, _page as (${pageSql(sql`_written`, plan.page)})`;
  const body = isBodyless ? sql`null::text` : sql`(select ${bodySql(plan.body, plan.page, true)} from _page)`;
  const extra = sql`${locationSql(plan.location)}${insertedSql(plan)}`;
  return sql`with ${written}${page} select null::text as total, (select count(*) from _written)::text as returned, ${body} as body, ${RESPONSE_SETTINGS}${extra}`;
}

function changeSql({ relation, change }: WritePlan): Fragment {
  const target = identifier(relation.schema, relation.name);
  if (change.do === 'update') return updateSql(target, change);
  if (change.do === 'delete') return deleteSql(target, change);
  return insertSql(target, change);
}

function insertSql(target: Fragment, change: InsertChange): Fragment {
  if (change.columns.length === 0) return sql`insert into ${target} as _source default values`;
  const rows = sql`select ${namesSql(change.columns, '_source')} from ${recordsSql(change)}${insertWhereSql(change)}`;
  return sql`insert into ${target} as _source (${namesSql(change.columns)}) ${rows}${onConflictSql(change)}`;
}

function insertWhereSql(change: InsertChange): Fragment {
  if (change.onConflict?.do !== 'update') return EMPTY;
  const conditions = whereSql(change.where);
  return change.where.length === 0
    ? sql` where ${countInsertedSql(sql`+ 1`)} <> ''`
    : sql`${conditions} and ${countInsertedSql(sql`+ 1`)} <> ''`;
}

function onConflictSql({ onConflict, columns }: InsertChange): Fragment {
  if (onConflict === null) return EMPTY;
  const target = sql` on conflict (${namesSql(onConflict.target)})`;
  if (onConflict.do === 'nothing') return sql`${target} do nothing`;
  const set = join(
    columns.map(({ name }) => sql`${identifier(name)} = ${identifier('excluded', name)}`),
    sql`, `,
  );
  return sql`${target} do update set ${set} where ${countInsertedSql(sql`- 1`)} <> ''`;
}

/** The body's rows as records of the columns' own types, aliased `_source`. */
function recordsSql({ json, columns, isDefaulted }: InsertChange): Fragment {
  const definitions = columnDefinitionsSql(columns);
  const defaulted = isDefaulted ? columns.filter((column) => column.default !== null) : [];
  if (defaulted.length === 0) return sql`json_to_recordset(${value(json)}) as _source(${definitions})`;
  const defaults = join(
    defaulted.map((column) => sql`${value(column.name)}::text, ${catalogText(column.default ?? 'null')}`),
    sql`, `,
  );
  return sql`jsonb_to_recordset((select jsonb_agg(jsonb_build_object(${defaults}) || _row) from jsonb_array_elements(${value(json)}) as _rows(_row))) as _source(${definitions})`;
}

function updateSql(target: Fragment, change: UpdateChange): Fragment {
  const set = join(
    change.set.map(({ name }) => sql`${identifier(name)} = ${identifier('_body', name)}`),
    sql`, `,
  );
  const body = sql`json_to_record(${value(change.json)}) as _body(${columnDefinitionsSql(change.set)})`;
  return sql`update ${target} as _source set ${set} from ${body}${changedRowsSql(target, change)}`;
}

function deleteSql(target: Fragment, change: DeleteChange): Fragment {
  return sql`delete from ${target} as _source${changedRowsSql(target, change)}`;
}

function changedRowsSql(target: Fragment, { where, limited }: UpdateChange | DeleteChange): Fragment {
  return limited === null ? whereSql(where) : limitedSql(target, whereSql(where), limited);
}

function limitedSql(target: Fragment, where: Fragment, limited: LimitedRows): Fragment {
  const key = namesSql(limited.key, '_source');
  return sql` where (${key}) in (select ${key} from ${target} as _source${where}${orderSql(limited.orderBy)} limit ${value(limited.limit)} offset ${value(limited.offset)})`;
}

function returningSql(columns: readonly Column[]): Fragment {
  if (columns.length === 0) return sql` returning 1`;
  const items = columns.map((column) => sql`${columnSql('_source', column)} as ${identifier(column.name)}`);
  return sql` returning ${join(items, sql`, `)}`;
}

/** Text of the key's values; null unless exactly one row was written. */
function locationSql(key: readonly Column[]): Fragment {
  if (key.length === 0) return EMPTY;
  const members = join(
    key.map(({ name }) => sql`${value(name)}::text, ${identifier('_written', name)}::text`),
    sql`, `,
  );
  return sql`, (select case when count(*) = 1 then (json_agg(json_build_object(${members})) -> 0)::text end from _written) as location`;
}

const INSERTED = sql`'data_api.inserted'`;

function countInsertedSql(step: Fragment): Fragment {
  return sql`set_config(${INSERTED}, (coalesce(nullif(current_setting(${INSERTED}, true), ''), '0')::integer ${step})::text, true)`;
}

function insertedSql({ change }: WritePlan): Fragment {
  const isCounted = (change.do === 'insert' || change.do === 'put') && change.onConflict?.do === 'update';
  return isCounted && change.columns.length > 0
    ? sql`, nullif(current_setting(${INSERTED}, true), '') as inserted`
    : EMPTY;
}

function namesSql(columns: readonly Column[], alias?: string): Fragment {
  return join(
    columns.map(({ name }) => (alias === undefined ? identifier(name) : identifier(alias, name))),
    sql`, `,
  );
}
