import { checkLimit, type DataApiLimits } from '../limits.ts';
import { Cursor } from './cursor.ts';
import { parseField, type FieldRef } from './field.ts';

/** Operators that compare a column with one value. */
export const VALUE_OPERATORS = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'isdistinct',
  'match',
  'imatch',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxr',
  'nxl',
  'adj',
] as const;
export type ValueOperator = (typeof VALUE_OPERATORS)[number];

export const IS_VALUES = ['null', 'not_null', 'true', 'false', 'unknown'] as const;
export type IsValue = (typeof IS_VALUES)[number];

/** Full text: by PostgreSQL's query language, plain words, a phrase, or as a web search. */
export const SEARCH_OPERATORS = ['fts', 'plfts', 'phfts', 'wfts'] as const;
export type SearchOperator = (typeof SEARCH_OPERATORS)[number];

/** Operators that take `(any)` or `(all)` and then an array literal. */
const QUANTIFIABLE = ['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'] as const;
type QuantifiedOperator = (typeof QUANTIFIABLE)[number];

export type Comparison =
  | { readonly operator: ValueOperator; readonly value: string }
  | {
      readonly operator: QuantifiedOperator;
      readonly quantifier: 'any' | 'all';
      /** An array literal. */
      readonly value: string;
    }
  | { readonly operator: SearchOperator; readonly config: string | null; readonly value: string }
  | { readonly operator: 'in'; readonly values: readonly string[] }
  | { readonly operator: 'is'; readonly is: IsValue };

export interface ParsedFilter {
  readonly kind: 'filter';
  readonly field: FieldRef;
  readonly isNegated: boolean;
  readonly comparison: Comparison;
}

export interface ParsedLogic {
  readonly kind: 'logic';
  readonly connective: 'and' | 'or';
  readonly isNegated: boolean;
  readonly conditions: readonly ParsedCondition[];
}

export type ParsedCondition = ParsedFilter | ParsedLogic;

/** Counts the conditions of one request, over all its parameters. */
export class FilterBudget {
  readonly limits: DataApiLimits;
  /** Off by default: a pattern may take a second a row. */
  readonly regularExpressions: boolean;
  #filters = 0;

  constructor(limits: DataApiLimits, regularExpressions: boolean) {
    this.limits = limits;
    this.regularExpressions = regularExpressions;
  }

  spend(): void {
    this.#filters += 1;
    checkLimit(this.limits, 'maxFilters', this.#filters);
  }
}

const ALL_OPERATORS = [...VALUE_OPERATORS, ...SEARCH_OPERATORS, 'in', 'is'];
const LOOKS_LIKE_FILTER = new RegExp(`^(not\\.)?(${ALL_OPERATORS.join('|')})(\\(\\w+\\))?\\.`);

/** Whether a value of `GET /rpc/f?key=value` reads as a filter on the result rather than as an argument. */
export function looksLikeFilter(value: string): boolean {
  return LOOKS_LIKE_FILTER.test(value);
}

/** `?column=op.value`. */
export function parseFilter(key: string, value: string, budget: FilterBudget): ParsedFilter {
  budget.spend();
  const keyCursor = new Cursor(key, key);
  const field = parseField(keyCursor);
  if (keyCursor.peek('.')) throw keyCursor.error('filters on embedded resources are not supported');
  if (!keyCursor.isAtEnd) throw keyCursor.error('a column name expected');
  const cursor = new Cursor(key, value);
  const isNegated = cursor.take('not.');
  const comparison = parseComparison(cursor, budget, () => cursor.rest());
  if (!cursor.isAtEnd) throw cursor.error('nothing more expected');
  return { kind: 'filter', field, isNegated, comparison };
}

/** `?or=(a.eq.1,and(b.gt.2,c.is.null))`; the key is `or`, `and`, `not.or` or `not.and`. */
export function parseLogic(key: string, value: string, budget: FilterBudget): ParsedLogic {
  const cursor = new Cursor(key, value);
  const isNegated = key.startsWith('not.');
  const connective = key.endsWith('or') ? 'or' : 'and';
  const logic = parseGroup(cursor, { connective, isNegated }, budget, 1);
  if (!cursor.isAtEnd) throw cursor.error('nothing more expected');
  return logic;
}

function parseGroup(
  cursor: Cursor,
  head: { connective: 'and' | 'or'; isNegated: boolean },
  budget: FilterBudget,
  depth: number,
): ParsedLogic {
  checkLimit(budget.limits, 'maxLogicDepth', depth);
  cursor.skipSpaces();
  cursor.expect('(');
  const conditions: ParsedCondition[] = [];
  do {
    conditions.push(parseNested(cursor, budget, depth));
    cursor.skipSpaces();
  } while (cursor.take(','));
  cursor.expect(')');
  cursor.skipSpaces();
  return { kind: 'logic', ...head, conditions };
}

function parseNested(cursor: Cursor, budget: FilterBudget, depth: number): ParsedCondition {
  cursor.skipSpaces();
  const head = cursor.attempt(() => {
    const isNegated = cursor.take('not.');
    const connective = cursor.take('and')
      ? ('and' as const)
      : cursor.take('or')
        ? ('or' as const)
        : undefined;
    return connective !== undefined && cursor.peek('(') ? { connective, isNegated } : undefined;
  });
  if (head !== undefined) return parseGroup(cursor, head, budget, depth + 1);
  budget.spend();
  const field = parseField(cursor);
  cursor.expect('.');
  const isNegated = cursor.take('not.');
  const comparison = parseComparison(cursor, budget, () => nestedValue(cursor));
  return { kind: 'filter', field, isNegated, comparison };
}

function parseComparison(cursor: Cursor, budget: FilterBudget, readValue: () => string): Comparison {
  const operator = cursor.until('.(,)');
  if ((operator === 'match' || operator === 'imatch') && !budget.regularExpressions)
    throw cursor.error(`operator ${operator} is not supported`);
  const modifier = cursor.take('(') ? cursor.until('.(,)') : null;
  if (modifier !== null) cursor.expect(')');
  cursor.expect('.');
  const search = SEARCH_OPERATORS.find((name) => name === operator);
  if (search !== undefined) return { operator: search, config: modifier, value: readValue() };
  if (modifier !== null) return parseQuantified(cursor, operator, modifier, readValue);
  if (operator === 'in') return { operator, values: parseList(cursor, budget.limits) };
  if (operator === 'is') return { operator, is: parseIs(cursor, readValue()) };
  const known = VALUE_OPERATORS.find((name) => name === operator);
  if (known !== undefined) return { operator: known, value: readValue() };
  throw cursor.error('an operator such as eq. expected');
}

function parseQuantified(
  cursor: Cursor,
  name: string,
  modifier: string,
  readValue: () => string,
): Comparison {
  const operator = QUANTIFIABLE.find((known) => known === name);
  if (operator === undefined) throw cursor.error(`"${name}" takes no (${modifier})`);
  if (modifier !== 'any' && modifier !== 'all') throw cursor.error('any or all expected');
  return { operator, quantifier: modifier, value: readValue() };
}

function parseIs(cursor: Cursor, text: string): IsValue {
  const known = IS_VALUES.find((value) => value === text.toLowerCase());
  if (known === undefined) throw cursor.error(`${IS_VALUES.join(', ')} expected`);
  return known;
}

/** `("a,b",c)`. Nothing between the brackets is the empty list; `("")` is one empty string. */
function parseList(cursor: Cursor, limits: DataApiLimits): string[] {
  cursor.expect('(');
  if (cursor.take(')')) return [];
  const values: string[] = [];
  do {
    values.push(listItem(cursor));
    checkLimit(limits, 'maxInItems', values.length);
  } while (cursor.take(','));
  cursor.expect(')');
  return values;
}

function listItem(cursor: Cursor): string {
  const quoted = cursor.attempt(() => {
    const value = cursor.quoted();
    return cursor.peek(',') || cursor.peek(')') ? value : undefined;
  });
  return quoted ?? cursor.until(',)');
}

/** Inside brackets a value ends at `,` or `)` unless quoted; `{…}` is an array literal and goes to its bracket. */
function nestedValue(cursor: Cursor): string {
  return cursor.peek('{') ? cursor.bracketed() : listItem(cursor);
}
