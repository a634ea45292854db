import { expect, test, type Page } from '@playwright/test';
import { FAILURE, REQUEST_ID } from './api-states.ts';
import { signIn } from './sign-in.ts';
import { watchReads } from './watch-reads.ts';

const REFERENCE = '00000000-0000-4000-8000-000000000001';
/** What a page reads for itself, not to know who is there. */
const READ = /^\/api\/(?!auth\/|rpc\/get_current_user_context|health|version|events)/;
/** Told where it is opened: the page stands as it would without. */
const TOLD_LATER = /\/v_saved_views$/;
/** "0 rows", "0 deployments": said of what was not read, it would be untrue. */
const NOTHING =
  /(?<![\d.,])\b0 (?:checks?|configs?|deployments?|jobs?|members?|models?|projects?|results?|rows?|runs?|samples?|servers?|tokens?)\b/g;

/** The addresses that read more than one thing. */
async function pages(page: Page, orgId: string): Promise<string[]> {
  const published = `/w/${REFERENCE}`;
  await page.goto(`${published}/projects`);
  await page.getByRole('link', { name: 'Serving points (published)' }).click();
  const project = new URL(page.url()).pathname;
  const main = page.getByRole('main');
  await main.locator('a[href*="/runs/"]').first().click();
  await expect(main.locator('a[href*="/jobs/"]').first()).toBeVisible();
  const run = new URL(page.url()).pathname;
  const job = (await main.locator('a[href*="/jobs/"]').first().getAttribute('href')) ?? '';
  return [
    project,
    run,
    job,
    `${published}/leaderboard`,
    `${published}/compare?view=quantization`,
    `${published}/cost`,
    `/w/${orgId}/overview`,
    `/w/${orgId}/submit`,
    `/w/${orgId}/servers`,
    `/w/${orgId}/sizer`,
    `/w/${orgId}/admin?tab=sizer`,
  ];
}

test('whatever read fails alone, the page tells it with its request id and takes nothing for none', async ({
  browser,
}) => {
  const context = await browser.newContext({
    baseURL: process.env['YARDSTICK_URL'] ?? '',
    viewport: { width: 1440, height: 1800 },
  });
  const page = await context.newPage();
  const quiet = watchReads(page);
  const orgId = await signIn(page, 'failed-reads');
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).pathname));

  for (const path of await pages(page, orgId)) {
    const reads = await test.step(`${path}: what it reads`, async () => {
      // What the page before still asks for is not this one's.
      await page.goto('about:blank');
      asked.clear();
      await page.goto(path);
      await expect(page.locator('main h1').first()).toBeVisible();
      const own = () => [...asked].filter((read) => READ.test(read) && !TOLD_LATER.test(read));
      // On a busy machine all is quiet for a moment before the page's own code is there to read anything.
      await expect.poll(() => own().length).toBeGreaterThan(0);
      await quiet();
      return own();
    });
    expect(reads, `${path} reads something`).not.toEqual([]);
    for (const read of reads)
      await test.step(`${path} without ${read}`, async () => {
        await page.route(
          (url) => url.pathname === read,
          (route) => route.fulfill({ status: 500, headers: { 'X-Request-Id': REQUEST_ID }, json: FAILURE }),
        );
        await page.goto(path);
        await expect(page.getByRole('alert').filter({ hasText: REQUEST_ID }).first()).toBeVisible();
        const said = await saidOfNothing(page);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        if (said.length === 0) return;
        // Of what was read it is true: then the whole page says the same.
        await page.goto(path);
        await expect.poll(() => saidOfNothing(page)).toEqual(expect.arrayContaining(said));
      });
  }

  await test.step('so does what fails after a press', async () => {
    await page.goto(`/w/${orgId}/api`);
    const download = page.getByRole('button', { name: 'openapi.json' });
    // The page itself reads the same.
    await expect(download).toBeVisible();
    await page.route('**/api/openapi.json', (route) =>
      route.fulfill({ status: 500, headers: { 'X-Request-Id': REQUEST_ID }, json: FAILURE }),
    );
    await download.click();
    await expect(page.getByText(`Request ${REQUEST_ID}.`)).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
  await context.close();
});

async function saidOfNothing(page: Page): Promise<string[]> {
  return (await page.locator('main').innerText()).match(NOTHING) ?? [];
}
