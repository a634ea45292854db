import type { OutputColumn, Page } from '../plan/plan.ts';
import { orderSql, whereSql } from './condition-sql.ts';
import { identifier, join, sql, value, type Fragment } from './fragment.ts';

/** The rows of a page out of `source`, as a select for the CTE `_page`. */
export function pageSql(source: Fragment, page: Page): Fragment {
  return sql`select ${outputSql(page.columns)} from ${source} as _source${whereSql(page.where)}${orderSql(page.orderBy)}${windowSql(page)}`;
}

export function windowSql(page: Page): Fragment {
  return sql` limit ${value(page.limit)} offset ${value(page.offset)}`;
}

export function outputSql(columns: readonly OutputColumn[]): Fragment {
  return join(
    columns.map(({ column, alias }) => sql`${identifier('_source', column.name)} as ${identifier(alias)}`),
    sql`, `,
  );
}

/** How many rows `source` has under the page's filters; `cap` stops counting there. */
export function totalSql(source: Fragment, page: Page, cap: number | null): Fragment {
  if (cap === null) return sql`(select count(*) from ${source} as _source${whereSql(page.where)})::text`;
  return sql`(select count(*) from (select 1 from ${source} as _source${whereSql(page.where)} limit ${value(cap)}) as _counted)::text`;
}
