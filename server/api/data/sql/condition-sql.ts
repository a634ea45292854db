import type { IsValue, ValueOperator } from '../parse/filter.ts';
import type { Condition, OrderBy } from '../plan/plan.ts';
import { arrayLiteral } from './array-literal.ts';
import { EMPTY, identifier, join, sql, value, type Fragment } from './fragment.ts';

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
};

const IS_VALUES: Readonly<Record<IsValue, Fragment>> = {
  null: sql`is null`,
  not_null: sql`is not null`,
  true: sql`is true`,
  false: sql`is false`,
  unknown: sql`is unknown`,
};

/** `where …`, or nothing. Columns are those of the item aliased `_source`. */
export function whereSql(conditions: readonly Condition[]): Fragment {
  if (conditions.length === 0) return EMPTY;
  return sql` where ${join(conditions.map(conditionSql), sql` and `)}`;
}

export function orderSql(terms: readonly OrderBy[]): Fragment {
  if (terms.length === 0) return EMPTY;
  return sql` order by ${join(terms.map(termSql), sql`, `)}`;
}

function conditionSql(condition: Condition): Fragment {
  const inner =
    condition.kind === 'logic'
      ? sql`(${join(condition.conditions.map(conditionSql), condition.connective === 'or' ? sql` or ` : sql` and `)})`
      : comparisonSql(condition);
  return condition.isNegated ? sql`not (${inner})` : inner;
}

function comparisonSql({ column, comparison }: Extract<Condition, { kind: 'filter' }>): Fragment {
  const left = identifier('_source', column.name);
  if (comparison.operator === 'in') return sql`${left} = any (${value(arrayLiteral(comparison.values))})`;
  if (comparison.operator === 'is') return sql`${left} ${IS_VALUES[comparison.is]}`;
  const isPattern = comparison.operator === 'like' || comparison.operator === 'ilike';
  const right = isPattern ? comparison.value.replaceAll('*', '%') : comparison.value;
  return sql`${left} ${VALUE_OPERATORS[comparison.operator]} ${value(right)}`;
}

function termSql(term: OrderBy): Fragment {
  const direction = term.direction === null ? EMPTY : term.direction === 'asc' ? sql` asc` : sql` desc`;
  const nulls = term.nulls === null ? EMPTY : term.nulls === 'first' ? sql` nulls first` : sql` nulls last`;
  return sql`${identifier('_source', term.column.name)}${direction}${nulls}`;
}
