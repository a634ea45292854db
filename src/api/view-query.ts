/** Builds the query of a view read in the PostgREST dialect of the data API. */
export type Scalar = string | number | boolean;

/** One condition on a column, made by the functions below. */
export interface Condition {
  readonly text: string;
}

const condition = (text: string): Condition => ({ text });

export const eq = (value: Scalar) => condition(`eq.${String(value)}`);
export const neq = (value: Scalar) => condition(`neq.${String(value)}`);
export const gt = (value: string | number) => condition(`gt.${value}`);
export const lt = (value: string | number) => condition(`lt.${value}`);
export const gte = (value: string | number) => condition(`gte.${value}`);
export const lte = (value: string | number) => condition(`lte.${value}`);
export const isNull = () => condition('is.null');
export const notNull = () => condition('not.is.null');
/** Any of the values; an empty list matches no row. */
export const isIn = (values: readonly Scalar[]) => condition(`in.(${values.map(listItem).join(',')})`);
/** A pattern with `*` for any text. */
export const like = (pattern: string) => condition(`like.${pattern}`);
/** Contains the text, whatever its case; what a person typed is taken literally, save `*`. */
export const contains = (text: string) => condition(`ilike.*${text.replace(/[\\%_]/g, '\\$&')}*`);

export interface ViewQuery<Row> {
  /** Conditions by column; several on one column must all hold. */
  filters?: Partial<Record<keyof Row & string, Condition | readonly Condition[]>>;
  /** `(a.eq.1,b.gt.2)` in the dialect's own words: at least one must hold. */
  or?: string | undefined;
  /** Columns to be sent, where a page reads many rows and little of each; all of them unless given. */
  select?: readonly string[];
  order?: readonly { column: keyof Row & string; direction: 'asc' | 'desc' }[];
  limit?: number;
  offset?: number;
  /**
   * First and last row, both counted from 0 and included. Sent as `limit` and `offset`: what a browser asks for with a
   * `Range` header it asks for uncompressed (Fetch, 4.6), which made the leaderboard's read eleven times as long.
   */
  range?: readonly [first: number, last: number];
  /** Asks for the total. `exact` costs several times the page; `estimated` is enough for big tables. */
  count?: 'exact' | 'estimated';
}

/** The query string and headers of a read. Missing values sort last in both directions. */
export function viewRequest<Row>(query: ViewQuery<Row>): { search: string; headers: Record<string, string> } {
  const params = new URLSearchParams();
  for (const [column, conditions] of Object.entries(query.filters ?? {}) as [
    string,
    Condition | readonly Condition[],
  ][]) {
    for (const one of [conditions].flat()) params.append(column, one.text);
  }
  if (query.select !== undefined) params.set('select', query.select.join(','));
  if (query.or !== undefined) params.append('or', query.or);
  if (query.order !== undefined && query.order.length > 0) {
    params.set(
      'order',
      query.order.map(({ column, direction }) => `${column}.${direction}.nullslast`).join(','),
    );
  }
  if (query.limit !== undefined) params.set('limit', String(query.limit));
  if (query.offset !== undefined) params.set('offset', String(query.offset));
  if (query.range !== undefined) {
    const [first, last] = query.range;
    if (first > 0) params.set('offset', String(first));
    params.set('limit', String(last - first + 1));
  }
  const headers: Record<string, string> = {};
  if (query.count !== undefined) headers['Prefer'] = `count=${query.count}`;
  const search = params.toString();
  return { search: search === '' ? '' : `?${search}`, headers };
}

/** The total of a `Content-Range` such as `0-24/3573458`; null where it says `*` or nothing. */
export function totalOf(contentRange: string | null): number | null {
  const total = contentRange?.split('/')[1];
  return total !== undefined && /^\d+$/.test(total) ? Number(total) : null;
}

function listItem(value: Scalar): string {
  const text = String(value);
  return /^[\w.:-]+$/.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}
