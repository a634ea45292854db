import type { Page, Route } from '@playwright/test';

/** What a page cannot do without to know who is there. */
const ALWAYS = /\/api\/(?:auth\/(?:refresh|methods|link)|rpc\/get_current_user_context|health|version)/;

/** The identifier that failures of `ApiStates` carry. */
export const REQUEST_ID = 'e2e-00000000';

/** The body of such a failure. */
export const FAILURE = {
  code: 'internal',
  message: 'The request could not be finished.',
  details: null,
  hint: null,
};

/** Makes the API slow or broken for one page, so that its states can be looked at for as long as it takes. */
export interface ApiStates {
  /** Answers nothing from now on: pages stay as they are while they read. */
  hold(): void;
  /** Refuses what is held and whatever comes with status 500. */
  fail(): Promise<void>;
  /** Lets everything through again. */
  pass(): Promise<void>;
  /** How often each address was refused since it last began to fail; one that is asked for again and again is a storm. */
  refused(): ReadonlyMap<string, number>;
}

/** Puts itself between the page and the API; who the person is always gets through. */
export async function apiStates(page: Page): Promise<ApiStates> {
  let state: 'pass' | 'hold' | 'fail' = 'pass';
  let held: Route[] = [];
  const refusals = new Map<string, number>();
  // A request whose page was left meanwhile cannot be answered, and need not be.
  const refuse = (route: Route) => {
    const address = route.request().url();
    refusals.set(address, (refusals.get(address) ?? 0) + 1);
    return route
      .fulfill({
        status: 500,
        headers: { 'X-Request-Id': REQUEST_ID },
        json: FAILURE,
      })
      .catch(() => undefined);
  };
  const answer = async (next: 'pass' | 'fail') => {
    state = next;
    const waiting = held;
    held = [];
    await Promise.all(
      waiting.map((route) => (next === 'fail' ? refuse(route) : route.continue().catch(() => undefined))),
    );
  };
  await page.route(
    (url) => url.pathname.startsWith('/api/') && !ALWAYS.test(url.pathname),
    async (route) => {
      if (state === 'hold') held.push(route);
      else if (state === 'fail') await refuse(route);
      else await route.continue();
    },
  );
  return {
    hold: () => {
      state = 'hold';
    },
    fail: () => {
      refusals.clear();
      return answer('fail');
    },
    pass: () => answer('pass'),
    refused: () => refusals,
  };
}
