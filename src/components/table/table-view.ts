import type { Sort } from '#src/url/search.ts';
import type { DataColumn } from './data-columns.tsx';

/** The columns a view shows, in its order. Names that no longer exist are skipped; if none is left, the usual ones. */
export function shownColumns<Row>(
  columns: readonly DataColumn<Row>[],
  cols: readonly string[],
): DataColumn<Row>[] {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const named = cols.flatMap((id) => byId.get(id) ?? []);
  return named.length > 0 ? named : columns.filter((column) => column.isShownByDefault);
}

/** The sort after a press on a header: best first, then the other way, then as the source gave it. */
export function nextSort(
  column: Pick<DataColumn<never>, 'id' | 'firstSort'>,
  sort: Sort | null,
): Sort | null {
  const firstDesc = column.firstSort === 'desc';
  if (sort?.id !== column.id) return { id: column.id, desc: firstDesc };
  return sort.desc === firstDesc ? { id: column.id, desc: !firstDesc } : null;
}
