import { listParam, sortParam, type Param, type Sort } from '#src/url/search.ts';

/** What of a table lives in the URL: its sort, and the shown columns in order (none named: the usual ones). */
export interface TableView {
  readonly sort: Sort | null;
  readonly cols: readonly string[];
}

/** The search parameters of a page with one table; spread them into `defineSearch`. */
export function tableParams(sort: Sort | null = null): {
  sort: Param<Sort | null>;
  cols: Param<readonly string[]>;
} {
  return { sort: sortParam(sort), cols: listParam() };
}
