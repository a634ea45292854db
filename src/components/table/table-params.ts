import { filtersParam, type TableFilter } from './filter-param.ts';
import { listParam, sortParam, type Param, type Sort } from '#src/url/search.ts';

/** What of a table lives in the URL: its sort, the shown columns in order (none named: the usual ones), and its filters. */
export interface TableView {
  readonly sort: Sort | null;
  readonly cols: readonly string[];
  /** Conditions that rows must meet; none where a page has no room for them. */
  readonly filters?: readonly TableFilter[];
}

/** The search parameters of a page with one table; spread them into `defineSearch`. */
export function tableParams(sort: Sort | null = null): {
  sort: Param<Sort | null>;
  cols: Param<readonly string[]>;
  filters: Param<readonly TableFilter[]>;
} {
  return { sort: sortParam(sort), cols: listParam(), filters: filtersParam() };
}
