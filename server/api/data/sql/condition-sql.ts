import type { Comparison, IsValue, SearchOperator, ValueOperator } from '../parse/filter.ts';
import type { Condition, Embed, OrderBy, PlannedField } from '../plan/plan.ts';
import { arrayLiteral } from './array-literal.ts';
import { embedConditionsSql, embedFromSql, sourceOf } from './embed-join-sql.ts';
import { fieldSql } from './field-sql.ts';
import { EMPTY, join, sql, value, wholeNumber, type Fragment } from './fragment.ts';

const VALUE_OPERATORS: Readonly<Record<ValueOperator, Fragment>> = {
  eq: sql`=`,
  neq: sql`<>`,
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
  like: sql`like`,
  ilike: sql`ilike`,
  isdistinct: sql`is distinct from`,
  match: sql`~`,
  imatch: sql`~*`,
  cs: sql`@>`,
  cd: sql`<@`,
  ov: sql`&&`,
  sl: sql`<<`,
  sr: sql`>>`,
  nxr: sql`&<`,
  nxl: sql`&>`,
  adj: sql`-|-`,
};

const SEARCHES: Readonly<Record<SearchOperator, Fragment>> = {
  fts: sql`to_tsquery`,
  plfts: sql`plainto_tsquery`,
  phfts: sql`phraseto_tsquery`,
  wfts: sql`websearch_to_tsquery`,
};

const IS_VALUES: Readonly<Record<IsValue, Fragment>> = {
  null: sql`is null`,
  not_null: sql`is not null`,
  true: sql`is true`,
  false: sql`is false`,
  unknown: sql`is unknown`,
};

/** `where …`, or nothing. Columns are those of the item aliased `source`. */
export function whereSql(conditions: readonly Condition[], source = '_source'): Fragment {
  if (conditions.length === 0) return EMPTY;
  return sql` where ${join(conditionsSql(conditions, source), sql` and `)}`;
}

export function conditionsSql(conditions: readonly Condition[], source: string): Fragment[] {
  return conditions.map((condition) => conditionSql(condition, source));
}

export function orderSql(terms: readonly OrderBy[], source = '_source'): Fragment {
  if (terms.length === 0) return EMPTY;
  return sql` order by ${join(
    terms.map((term) => termSql(term, source)),
    sql`, `,
  )}`;
}

function conditionSql(condition: Condition, source: string): Fragment {
  const inner = positiveSql(condition, source);
  return condition.isNegated ? sql`not (${inner})` : inner;
}

function positiveSql(condition: Condition, source: string): Fragment {
  if (condition.kind === 'filter') return comparisonSql(condition, source);
  if (condition.kind === 'embed') return sql`exists (${embeddedSql(condition.embed, source, sql`1`)})`;
  const connective = condition.connective === 'or' ? sql` or ` : sql` and `;
  return sql`(${join(conditionsSql(condition.conditions, source), connective)})`;
}

/** One expression over the rows of an embedded resource that belong to the row aliased `source`. */
function embeddedSql(embed: Embed, source: string, item: Fragment): Fragment {
  const own = sourceOf(embed);
  const where = [...embedConditionsSql(embed, source), ...conditionsSql(embed.where, own)];
  const filtered = where.length === 0 ? EMPTY : sql` where ${join(where, sql` and `)}`;
  const limited = sql` limit ${wholeNumber(embed.limit === 0 ? 0 : 1)}`;
  const skipped = embed.offset === 0 ? EMPTY : sql` offset ${wholeNumber(embed.offset)}`;
  return sql`select ${item} from ${embedFromSql(embed, source)}${filtered}${limited}${skipped}`;
}

function comparisonSql(filter: Extract<Condition, { kind: 'filter' }>, source: string): Fragment {
  const { comparison } = filter;
  const left = fieldSql(source, filter);
  if (comparison.operator === 'in') return sql`${left} = any (${value(arrayLiteral(comparison.values))})`;
  if (comparison.operator === 'is') return sql`${left} ${IS_VALUES[comparison.is]}`;
  if ('config' in comparison) return searchSql(filter, comparison, source);
  const isPattern = comparison.operator === 'like' || comparison.operator === 'ilike';
  const right = value(isPattern ? comparison.value.replaceAll('*', '%') : comparison.value);
  const operator = VALUE_OPERATORS[comparison.operator];
  if (!('quantifier' in comparison)) return sql`${left} ${operator} ${right}`;
  return comparison.quantifier === 'any'
    ? sql`${left} ${operator} any (${right})`
    : sql`${left} ${operator} all (${right})`;
}

/** Text and JSON are made a tsvector by the same configuration as the query. */
function searchSql(
  { column, path }: PlannedField,
  { operator, config, value: text }: Extract<Comparison, { operator: SearchOperator }>,
  source: string,
): Fragment {
  const field = fieldSql(source, { column, path });
  const configuration = config === null ? EMPTY : sql`${value(config)}::text::regconfig, `;
  const isText = column.isText || path.at(-1)?.arrow === '->>';
  const left = isText
    ? sql`to_tsvector(${configuration}${field}::text)`
    : column.isJson
      ? sql`to_tsvector(${configuration}${field})`
      : field;
  return sql`${left} @@ ${SEARCHES[operator]}(${configuration}${value(text)})`;
}

function termSql(term: OrderBy, source: string): Fragment {
  const direction = term.direction === null ? EMPTY : term.direction === 'asc' ? sql` asc` : sql` desc`;
  const nulls = term.nulls === null ? EMPTY : term.nulls === 'first' ? sql` nulls first` : sql` nulls last`;
  const field =
    term.embed === null
      ? fieldSql(source, term)
      : sql`(${embeddedSql(term.embed, source, fieldSql(sourceOf(term.embed), term))})`;
  return sql`${field}${direction}${nulls}`;
}
