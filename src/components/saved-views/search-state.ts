/** Where on the page one is: a view neither keeps nor changes it. */
const PLACE = 'tab';
/** Beside it what happens to be chosen or open at the moment, which is no part of a view: selection, drawers, dialogs. */
const MOMENT = ['sel', 'row', 'entry', 'server', 'dialog', 'point', 'find', 'rfind'];

/** What of an address's search text a view keeps, sorted by name so that equal views have equal texts. */
export function viewText(search: string): string {
  const params = new URLSearchParams(search);
  for (const key of [PLACE, ...MOMENT]) params.delete(key);
  params.sort();
  return params.toString();
}

/** The parameters after a view is opened at `search`: all of the view's and nothing else, save the place on the page. */
export function openedSearch(search: string, view: string): Record<string, string> {
  const place = new URLSearchParams(search).get(PLACE);
  return {
    ...(place !== null && { [PLACE]: place }),
    ...Object.fromEntries(new URLSearchParams(viewText(view))),
  };
}
