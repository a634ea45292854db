import { listParam, type Param } from '#src/url/search.ts';

export const FILTER_OPS = [
  'eq',
  'neq',
  'in',
  'contains',
  'gt',
  'gte',
  'lt',
  'lte',
  'last',
  'empty',
  'filled',
] as const;
export type FilterOp = (typeof FILTER_OPS)[number];

/** What a column holds, which decides what may be asked of it. Times are ISO 8601 texts. */
export type ColumnKind = 'text' | 'number' | 'time';

/** One condition on a column; the value is as it was typed: a text, a number, a date, days for `last`, a list for `in`. */
export interface TableFilter {
  readonly column: string;
  readonly op: FilterOp;
  readonly value: string;
}

/** Filters in the address: column, operator and value, each part of an item by a colon. What is not understood is skipped. */
export function filtersParam(): Param<readonly TableFilter[]> {
  const list = listParam();
  return {
    fallback: [],
    read: (text) =>
      list.read(text).flatMap((item) => {
        const [column = '', op = '', ...value] = item.split(':');
        const known = FILTER_OPS.find((one) => one === op);
        return column === '' || known === undefined ? [] : [{ column, op: known, value: value.join(':') }];
      }),
    write: (filters) => list.write(filters.map(({ column, op, value }) => `${column}:${op}:${value}`)),
  };
}
