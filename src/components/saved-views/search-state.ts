/** Where on the page one is: a view neither keeps nor changes it. */
const PLACE = new Set(['tab']);
/** What happens to be chosen or open at the moment, which is no part of a view: selection, drawers, dialogs. */
const MOMENT = new Set(['sel', 'row', 'entry', 'server', 'dialog', 'point', 'find']);

/** What of an address's search text a view keeps, sorted by name so that equal views have equal texts. */
export function viewText(search: string): string {
  const kept = [...new URLSearchParams(search)].filter(([key]) => !PLACE.has(key) && !MOMENT.has(key));
  kept.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return new URLSearchParams(kept).toString();
}

/** The parameters after a view is opened at `search`: all of the view's and nothing else, save the place on the page. */
export function openedSearch(search: string, view: string): Record<string, string> {
  const place = [...new URLSearchParams(search)].filter(([key]) => PLACE.has(key));
  return Object.fromEntries([...place, ...new URLSearchParams(viewText(view))]);
}
