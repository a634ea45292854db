import { ApiError, OFFLINE } from './api/api-error.ts';
import { servesThisPage } from './api/serves-this-page.ts';
import { tellFailuresBy } from './import-part.ts';

const KEY = 'yardstick.reloaded';
const ONCE_IN_MS = 60_000;

// Fetched while the connection is good (router.tsx): from then on it says what a part is that cannot be had.
tellFailuresBy((error) => {
  void reloadForNewBuild();
  // Under the browser's own words the router would load the page again without asking.
  return new ApiError({
    code: OFFLINE,
    status: 0,
    message: 'A part of this page could not be fetched',
    cause: error,
  });
});

/**
 * After an update of the server the parts of an open page are gone: loads the page again where the site has another
 * build. Not while the server is away, which would take what is on the page, nor in a circle where two builds answer in
 * turn.
 */
async function reloadForNewBuild(): Promise<void> {
  if (Date.now() - Number(sessionStorage.getItem(KEY)) < ONCE_IN_MS || (await servesThisPage())) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  window.location.reload();
}
