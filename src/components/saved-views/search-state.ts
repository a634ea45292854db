/** Where on the page one is: a view neither keeps nor changes it. */
const PLACE = 'tab';
/** Beside it what happens to be chosen or open at the moment, which is no part of a view: selection, drawers, dialogs. */
const MOMENT = ['sel', 'row', 'entry', 'server', 'dialog', 'point', 'find', 'rfind'];

/** What the usual view of a page leaves beside the place: which results are compared is no setting of their table. */
const SUBJECT: Readonly<Record<string, readonly string[]>> = {
  compare: ['view', 'jobs', 'base', 'diff', 'published', 'simulated'],
};

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

/** The parameters after the usual view of a page is opened at `search`. */
export function usualSearch(search: string, viewKey: string): Record<string, string> {
  const kept = [PLACE, ...(SUBJECT[viewKey] ?? [])];
  return Object.fromEntries([...new URLSearchParams(search)].filter(([key]) => kept.includes(key)));
}

/** Whether a text that a view would keep is that of the usual view. */
export const isUsual = (text: string, viewKey: string): boolean =>
  [...new URLSearchParams(text).keys()].every((key) => SUBJECT[viewKey]?.includes(key));
