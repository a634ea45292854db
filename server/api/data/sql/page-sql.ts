import type { Page } from '../plan/plan.ts';
import { orderSql, whereSql } from './condition-sql.ts';
import { hasManyRows, isWithinSql, sizedSql } from './answer-size-sql.ts';
import { embedJoinsSql, groupSql, outputNames, selectListSql } from './embed-sql.ts';
import { identifier, join, sql, value, wholeNumber, type Fragment } from './fragment.ts';

/** The rows of a page out of `source`, as a select for the CTE `_page`. */
export function pageSql(source: Fragment, page: Page): Fragment {
  const rows = rowsSql(source, page);
  if (!hasManyRows(page.embeds)) return rows;
  const names = outputNames(page).map(({ alias }) => identifier('_sized', alias));
  return sql`select ${join(names, sql`, `)} from (${sizedSql(rows, '_row')}) as _sized where ${isWithinSql('_sized', page.maxBytes)}`;
}

function rowsSql(source: Fragment, page: Page): Fragment {
  const joins = embedJoinsSql(page.embeds, '_source');
  return sql`select ${selectListSql(page, '_source')} from ${source} as _source${joins}${whereSql(page.where)}${groupSql(page)}${orderSql(page.orderBy)}${windowSql(page)}`;
}

export function windowSql(page: Page): Fragment {
  const limit = sql` limit ${wholeNumber(page.limit)}`;
  return page.offset === 0 ? limit : sql`${limit} offset ${value(page.offset)}`;
}

/** How many rows `source` has under the page's filters; `cap` stops counting there. */
export function totalSql(source: Fragment, page: Page, cap: number | null): Fragment {
  if (cap === null) return sql`(select count(*) from ${source} as _source${whereSql(page.where)})::text`;
  return sql`(select count(*) from (select 1 from ${source} as _source${whereSql(page.where)} limit ${value(cap)}) as _counted)::text`;
}
