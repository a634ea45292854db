import { expect, test, type Page, type Route } from '@playwright/test';
import { open, signIn } from './sign-in.ts';

const REFERENCE = '00000000-0000-4000-8000-000000000001';
/** The shell's helpers are loaded when a page is at rest. */
const HELPERS_AFTER_MS = 3500;

const isApi = (url: URL) => url.pathname.startsWith('/api/');
const refuse = (status: number, code: string, headers: Record<string, string> = {}) => ({
  status,
  headers: { 'x-request-id': 'shell-request-1', ...headers },
  json: { code, message: `Refused with ${status}`, details: null, hint: null },
});

/** Counts requests to an endpoint from now on. */
function countRequests(pages: readonly Page[], path: string): () => number {
  let seen = 0;
  for (const page of pages)
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === path) seen += 1;
    });
  return () => seen;
}

test('the shell keeps a person’s work through faults, reads as little as it can, and goes anywhere by keys', async ({
  page,
  context,
}) => {
  const orgId = await signIn(page, 'shell');

  await test.step('a limit counts down, and reading goes on by itself after one request', async () => {
    await open(page, `/w/${orgId}/servers`);
    await expect(page.getByRole('heading', { name: 'Servers', level: 1 })).toBeVisible();
    const path = '/api/v_server_current_status';
    await page.route(
      (url) => url.pathname === path,
      (route) => route.fulfill(refuse(429, 'rate_limited', { 'retry-after': '6' })),
    );
    const asked = countRequests([page], path);
    await page.getByRole('button', { name: 'Read again' }).click();
    const bar = page.getByRole('status').filter({ hasText: /reading goes on by itself in [1-6] s/ });
    await expect(bar).toBeVisible();
    await expect(page.getByText(/out of date, read/)).toBeVisible();
    await page.waitForTimeout(2000);
    expect(asked()).toBe(1);
    await page.unrouteAll();
    await expect(bar).toBeHidden();
    await expect(page.getByText(/out of date, read/)).toBeHidden();
    expect(asked()).toBe(2);
  });

  await test.step('a new build of the server is offered', async () => {
    await page.route('**/api/version', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), version: '99.0.0' } });
    });
    // As when the window gets the focus.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(page.getByText('The server has a new version of this page')).toBeVisible();
    await page.getByRole('button', { name: 'Later' }).click();
    await expect(page.getByText('The server has a new version of this page')).toBeHidden();
    await page.unrouteAll();
  });

  await test.step('a lost connection is told, and its end too', async () => {
    await context.setOffline(true);
    await expect(page.getByText('No connection.')).toBeVisible();
    // A part that is not there yet cannot be had: the page stays, and the next time it can.
    await page.keyboard.press('?');
    await expect(page.getByText('It could not be opened')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Servers', level: 1 })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('No connection.')).toBeHidden();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
    // What is behind it cannot be pressed, and is not styled anew for that: nothing of it comes by way of the body.
    const behind = page.locator('nav a').first();
    await expect(behind).toHaveCSS('pointer-events', 'auto');
    await expect(behind).toHaveCSS('--removed-body-scroll-bar-size', '');
    await expect(behind.click({ trial: true, timeout: 1000 })).rejects.toThrow(/intercepts pointer events/);
    await page.keyboard.press('Escape');
    // Nor does a page that the server is too far away for lead out of the program.
    await page.route(
      (url) => !isApi(url),
      (route) => route.abort(),
    );
    await page.getByRole('link', { name: 'Cost' }).click();
    await expect(page.getByText('A part of this page could not be fetched')).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Cost', level: 1 })).toBeVisible();
  });

  await test.step('two tabs poll as one', async () => {
    const path = '/api/v_server_current_status';
    const other = await context.newPage();
    await open(page, `/w/${orgId}/servers`);
    await other.goto(page.url());
    for (const tab of [page, other])
      await expect(tab.getByRole('heading', { name: 'Servers', level: 1 })).toBeVisible();
    await page.waitForTimeout(HELPERS_AFTER_MS);
    // Both count their ten seconds from here.
    const read = page.waitForResponse((response) => new URL(response.url()).pathname === path);
    await page.getByRole('button', { name: 'Read again' }).click();
    await (await read).finished();
    const asked = countRequests([page, other], path);
    await expect.poll(asked, { timeout: 15_000 }).toBe(1);
    // The other tab, had it not heard of this read, would ask about now.
    await page.waitForTimeout(3000);
    expect(asked()).toBe(1);
    await other.close();
  });

  await test.step('a session that ends in the middle of a form loses nothing', async () => {
    await open(page, `/w/${orgId}/submit`);
    await page.getByLabel('Job name', { exact: true }).fill('typed before it ended');
    const address = page.url();
    const end = () => {
      let isEnded = true;
      return page.route(isApi, async (route: Route) => {
        const { pathname } = new URL(route.request().url());
        if (!isEnded || pathname === '/api/auth/methods') await route.continue();
        else if (pathname === '/api/auth/sign-in') {
          // The machine's first account has no password: the session it still has stands for one.
          const url = new URL('/api/auth/refresh', address).href;
          const response = await route.fetch({ url, postData: '{}' });
          // What waited for the answer is sent at once.
          isEnded = false;
          await route.fulfill({ response });
        } else await route.fulfill(refuse(401, 'unauthenticated'));
      });
    };
    await end();
    await page.getByRole('button', { name: 'Read again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await expect(dialog.getByLabel('Password')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByText('what it asks for waits until you sign in')).toBeVisible();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByLabel('Password').fill('whatever it is');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await page.unrouteAll();
    expect(page.url()).toBe(address);
    await expect(page.getByLabel('Job name', { exact: true })).toHaveValue('typed before it ended');

    // A sign-in in another tab counts when the person comes back.
    await end();
    await page.getByRole('button', { name: 'Read again' }).click();
    await expect(dialog).toBeVisible();
    await page.unrouteAll();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('Job name', { exact: true })).toHaveValue('typed before it ended');
    await page.getByLabel('Job name', { exact: true }).fill('');
  });

  await test.step('two keys go to a page, and the palette to a job and back', async () => {
    await open(page, `/w/${REFERENCE}/projects`);
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
    // Not while a menu is open, which takes letters for its items.
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await expect(page.getByRole('menuitemradio', { name: 'Usual view' })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await expect(page).toHaveURL(/\/leaderboard/);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.type('Supermicro AS-8125');
    await expect(page.getByRole('option', { selected: true })).toContainText('Supermicro AS-8125');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/jobs\/\d+/);
    await expect(page.getByRole('heading', { name: 'Supermicro AS-8125', level: 1 })).toBeVisible();
    // What was looked at comes first.
    const recent = () => page.evaluate((key) => localStorage.getItem(key), `yardstick.recent.${REFERENCE}`);
    await expect.poll(recent).toContain('/jobs/');
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    const first = page.getByRole('option').first();
    await expect(first).toContainText(/Supermicro AS-8125.+ \/ .+ · Job$/);
    // Each opening begins at the first line, wherever the one before ended.
    await expect(first).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(first).toHaveAttribute('aria-selected', 'false');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await expect(first).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Escape');
    // Another object of the same name was looked at: this one is found all the same.
    await page.evaluate(
      ([key, path]) =>
        localStorage.setItem(key, JSON.stringify([{ path, label: 'Supermicro AS-8125', kind: 'Job' }])),
      [`yardstick.recent.${REFERENCE}`, `/w/${REFERENCE}/jobs/1`] as const,
    );
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Supermicro AS-8125');
    const named = page.getByRole('option').filter({ hasText: 'Supermicro AS-8125' });
    await expect(named.filter({ hasText: /Job$/ })).toHaveCount(1);
    await expect(named.filter({ hasText: / \/ .+ · completed$/ }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    // What could not be searched is not taken for what is not there.
    await page.route('**/api/v_projects?*', (route) => route.fulfill(refuse(500, 'internal')));
    await page.keyboard.press('Control+k');
    await page.keyboard.type('no such thing');
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
      /^Projects, runs and jobs could not be searched\. Refused with 500\. .*Request shell-request-1\.$/,
    );
    await expect(page.getByText('Nothing matches')).toHaveCount(0);
    await page.unrouteAll();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Leaderboardgl');
    await page.keyboard.press('Escape');
  });

  await test.step('windows of different pages share one budget of reads, and people read beside it', async () => {
    const other = await context.newPage();
    await other.route('**/api/v_many', (route) => route.fulfill({ json: [] }));
    await other.goto(new URL(`/w/${orgId}/profile`, page.url()).href);
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await open(page, `/w/${orgId}/servers`);
    await expect(page.getByRole('heading', { name: 'Servers', level: 1 })).toBeVisible();
    await page.waitForTimeout(HELPERS_AFTER_MS);
    await other.evaluate(async () => {
      for (let reads = 0; reads < 200; reads += 20)
        await Promise.all(Array.from({ length: 20 }, () => fetch('/api/v_many')));
    });
    const asked = countRequests([page], '/api/v_server_current_status');
    await page.waitForTimeout(10_500);
    expect(asked()).toBe(0);
    await page.getByRole('button', { name: 'Read again' }).click();
    await expect.poll(asked).toBe(1);
    await other.close();
  });
});
