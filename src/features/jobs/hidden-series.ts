import { seriesToken } from '#lib/charts/ruler.ts';

/** Stands in the address for "none hidden", where some are hidden at first. */
const ALL = 'all';

/** Ids of a chart's hidden series, of what the address names for all charts of the page; `first` where it names none. */
export function hiddenOf(
  named: readonly string[],
  ids: readonly string[],
  first: ReadonlySet<string>,
): ReadonlySet<string> {
  const own = ids.filter((id) => named.includes(seriesToken({ id })));
  return own.length === 0 && !named.includes(ALL) ? first : new Set(own);
}

/** What the address names once a chart hides these: what it names for other charts stays. */
export function namedWith(
  named: readonly string[],
  ids: readonly string[],
  first: ReadonlySet<string>,
  next: ReadonlySet<string>,
): readonly string[] {
  const own = new Set(ids.map((id) => seriesToken({ id })));
  const others = named.filter((token) => !own.has(token));
  if (first.size === 0) return [...others, ...[...next].map((id) => seriesToken({ id }))];
  const rest = others.filter((token) => token !== ALL);
  if (next.size === 0) return [...rest, ALL];
  const isFirst = next.size === first.size && [...next].every((id) => first.has(id));
  return isFirst ? rest : [...rest, ...[...next].map((id) => seriesToken({ id }))];
}
