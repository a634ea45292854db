import type { UpdatePlan } from '../plan/plan.ts';
import { bodySql } from './body-sql.ts';
import { columnDefinitionsSql } from './call-sql.ts';
import { whereSql } from './condition-sql.ts';
import { identifier, join, sql, value, type Fragment } from './fragment.ts';
import { outputSql } from './page-sql.ts';

/** Needs at least one column to set; the executor answers an empty body without asking the database. */
export function updateSql(plan: UpdatePlan): Fragment {
  const target = identifier(plan.relation.schema, plan.relation.name);
  const set = join(
    plan.set.map(({ name }) => sql`${identifier(name)} = ${identifier('_body', name)}`),
    sql`, `,
  );
  const body = sql`json_to_record(${value(plan.json)}) as _body(${columnDefinitionsSql(plan.set)})`;
  const returning = plan.columns.length === 0 ? sql`1` : outputSql(plan.columns);
  return sql`with _page as (update ${target} as _source set ${set} from ${body}${whereSql(plan.where)} returning ${returning}) select null::text as total, count(*)::text as returned, ${bodySql(plan.body, plan.columns, true)} as body from _page`;
}
