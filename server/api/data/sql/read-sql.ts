import type { ReadPlan } from '../plan/plan.ts';
import { bodySql } from './body-sql.ts';
import { whereSql } from './condition-sql.ts';
import { identifier, sql, type Fragment } from './fragment.ts';
import { pageSql, totalSql } from './page-sql.ts';

export function readSql(plan: ReadPlan): Fragment {
  const source = identifier(plan.relation.schema, plan.relation.name);
  return sql`with _page as (${pageSql(source, plan.page)}) select ${countSql(plan, source)} as total, count(*)::text as returned, ${bodySql(plan.body, plan.page, true)} as body from _page`;
}

/** The planner's own estimate of the rows under the filters. */
export function explainSql(plan: ReadPlan): Fragment {
  const source = identifier(plan.relation.schema, plan.relation.name);
  return sql`explain (format json) select 1 from ${source} as _source${whereSql(plan.page.where)}`;
}

/** `estimated` counts exactly up to one more than a page can hold. */
function countSql(plan: ReadPlan, source: Fragment): Fragment {
  if (plan.page.count === 'exact') return totalSql(source, plan.page, null);
  if (plan.page.count === 'estimated') return totalSql(source, plan.page, plan.maxRows + 1);
  if (plan.cheapTotal !== null) return totalSql(source, plan.page, plan.cheapTotal + 1);
  return sql`null::text`;
}
