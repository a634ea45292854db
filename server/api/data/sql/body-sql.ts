import type { BodyFormat, OutputColumn } from '../plan/plan.ts';
import { identifier, join, sql, value, type Fragment } from './fragment.ts';

/**
 * The body as one text, aggregated over the item aliased `_page`. `_page.*` and not `_page`: a column of that name
 * would win over the row.
 */
export function bodySql(format: BodyFormat, columns: readonly OutputColumn[], isSet: boolean): Fragment {
  if (format === 'none') return sql`null::text`;
  if (format === 'csv') return csvSql(columns);
  return jsonSql(sql`row_to_json(_page.*)`, isSet && format === 'json');
}

/** The body of a function that returns bare values, in the column `_value`. */
export function valueBodySql(format: BodyFormat, isSet: boolean): Fragment {
  return format === 'none' ? sql`null::text` : jsonSql(sql`_page._value`, isSet && format === 'json');
}

function jsonSql(item: Fragment, isArray: boolean): Fragment {
  return isArray
    ? sql`coalesce(json_agg(${item}), '[]')::text`
    : sql`coalesce((json_agg(${item}) -> 0)::text, 'null')`;
}

/** RFC 4180 with LF between lines; null is nothing, the empty string `""`. */
function csvSql(columns: readonly OutputColumn[]): Fragment {
  const header = columns.map(({ alias }) => csvCell(alias)).join(',');
  const cells = columns.map((output) => cellSql(output));
  return sql`concat(${value(header)}::text, E'\\n' || string_agg(${join(cells, sql` || ',' || `)}, E'\\n'))`;
}

/** Text that a spreadsheet would run as a formula gets a leading apostrophe; numbers stay numbers. */
function cellSql({ alias, column }: OutputColumn): Fragment {
  const text = sql`${identifier('_page', alias)}::text`;
  const safe = column.isText ? sql`regexp_replace(${text}, '^([=+@\\t\\r-])', '''\\1')` : text;
  return sql`coalesce(case when ${text} = '' or ${text} ~ '[",\\n\\r]' then '"' || replace(${safe}, '"', '""') || '"' else ${safe} end, '')`;
}

function csvCell(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
