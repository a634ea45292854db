import { isSingular } from '../parse/accept.ts';
import type { BodyFormat } from '../plan/plan.ts';
import { outputNames, type Level, type OutputName } from './embed-sql.ts';
import { identifier, join, sql, value, type Fragment } from './fragment.ts';

/**
 * The body as one text, aggregated over the item aliased `_page`. `_page.*` and not `_page`: a column of that name
 * would win over the row.
 */
export function bodySql(format: BodyFormat, page: Level, isSet: boolean): Fragment {
  if (format === 'none') return sql`null::text`;
  if (format === 'csv') return csvSql(outputNames(page));
  // `json_agg` writes a row as `row_to_json` does, without a copy of its text in between.
  const row = isStripped(format) ? sql`json_strip_nulls(row_to_json(_page.*))` : sql`_page.*`;
  return jsonSql(row, isSet && isArray(format));
}

/** The body of a function that returns bare values, in the column `_value`. */
export function valueBodySql(format: BodyFormat, isSet: boolean): Fragment {
  return format === 'none' ? sql`null::text` : jsonSql(sql`_page._value`, isSet && isArray(format));
}

function isStripped(format: BodyFormat): boolean {
  return format === 'json-stripped' || format === 'object-stripped';
}

function isArray(format: BodyFormat): boolean {
  return !isSingular(format);
}

function jsonSql(item: Fragment, asArray: boolean): Fragment {
  return asArray
    ? sql`coalesce(json_agg(${item}), '[]')::text`
    : sql`coalesce((json_agg(${item}) -> 0)::text, 'null')`;
}

/** RFC 4180 with LF between lines; null is nothing, the empty string `""`. Spaces and brackets are quoted as PostgreSQL quotes rows. */
function csvSql(columns: readonly OutputName[]): Fragment {
  if (columns.length === 0) return sql`''::text`;
  const header = columns.map(({ alias }) => csvCell(alias)).join(',');
  const cells = columns.map((output) => cellSql(output));
  return sql`concat(${value(header)}::text, E'\\n' || string_agg(${join(cells, sql` || ',' || `)}, E'\\n'))`;
}

/** Text that a spreadsheet would run as a formula gets a leading apostrophe; numbers stay numbers. */
function cellSql({ alias, isText }: OutputName): Fragment {
  const text = sql`${identifier('_page', alias)}::text`;
  const safe = isText ? sql`regexp_replace(${text}, '^([=+@\\t\\r-])', '''\\1')` : text;
  return sql`coalesce(case when ${text} = '' or ${text} ~ '[",[:space:]()]' then '"' || replace(${safe}, '"', '""') || '"' else ${safe} end, '')`;
}

function csvCell(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
