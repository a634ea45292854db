import { listParam, sortParam, textParam, type Param, type Sort } from '#src/url/search.ts';
import { widthsParam, type ColumnWidths } from './column-widths-param.ts';
import { filtersParam, type TableFilter } from './filter-param.ts';

/** What of a table lives in the URL. A page without room for a part of it leaves that part out. */
export interface TableView {
  readonly sort: Sort | null;
  /** The shown columns in order; none named: the usual ones. */
  readonly cols: readonly string[];
  /** Conditions that rows must meet. */
  readonly filters?: readonly TableFilter[];
  readonly widths?: ColumnWidths;
  /** Columns that stay at the left edge. */
  readonly pins?: readonly string[];
  /** What is looked for in the cells. */
  readonly find?: string;
}

/** The search parameters of a page with one table; spread them into `defineSearch`. */
export function tableParams(sort: Sort | null = null): {
  sort: Param<Sort | null>;
  cols: Param<readonly string[]>;
  filters: Param<readonly TableFilter[]>;
  widths: Param<ColumnWidths>;
  pins: Param<readonly string[]>;
  find: Param<string>;
} {
  return {
    sort: sortParam(sort),
    cols: listParam(),
    filters: filtersParam(),
    widths: widthsParam(),
    pins: listParam(),
    find: textParam(),
  };
}

/** Their names, for `viewPart`: what else the address says draws no row again. */
export const TABLE_KEYS = [
  'sort',
  'cols',
  'filters',
  'widths',
  'pins',
  'find',
] as const satisfies readonly (keyof TableView)[];
