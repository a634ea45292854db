import type { BrowserContext, Page } from '@playwright/test';
import { vJobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import type { Measured } from './built-page.ts';
import { signInTo, type LabBrowser } from './lab-browser.ts';
import type { Route } from './page-routes.ts';

/** Requests a minute of one open page, and of a browser's four busiest tabs together. */
const [OF_A_PAGE, OF_FOUR_TABS] = [60, 240];
const TABS = 4;
const MINUTE_MS = 60_000;
/** What is asked once, on opening, has been asked. */
const REST_MS = 5_000;

/** Headless Chromium shows every tab; this tells the page what it hears when a person looks at another. */
const HIDE = `
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
  Object.defineProperty(document, 'hidden', { get: () => true });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
`;

/** How often every page asks the API a minute while it is open, then four at once, seen and hidden. All pages at the same time. */
export async function readsAMinute(lab: LabBrowser, routes: readonly Route[]): Promise<readonly Measured[]> {
  const paths = [...routes.map(({ path }) => path), `jobs/${await runningJob(lab)}?tab=logs`];
  const contexts: BrowserContext[] = [];
  const counts: (() => number)[] = [];
  for (const path of paths) {
    const context = await lab.signIn();
    contexts.push(context);
    counts.push(countReads(await opened(context, lab.addressOf(path))));
  }
  const before = counts.map((count) => count());
  await sleep(MINUTE_MS);
  const reads = paths
    .map((path, index) => ({ path, value: (counts[index]?.() ?? NaN) - (before[index] ?? NaN) }))
    .sort((a, b) => b.value - a.value);
  for (const context of contexts) await context.close();
  return [
    ...reads.map(({ path, value }) => ({
      name: `${path}, reads`,
      value,
      unit: 'a minute',
      limit: OF_A_PAGE,
    })),
    ...(await ofTabs(
      lab,
      reads.slice(0, TABS).map(({ path }) => path),
    )),
  ];
}

async function ofTabs(lab: LabBrowser, paths: readonly string[]): Promise<readonly Measured[]> {
  const context = await lab.signIn();
  const tabs: Page[] = [];
  for (const path of paths) tabs.push(await opened(context, lab.addressOf(path)));
  const counts = tabs.map(countReads);
  const sum = () => counts.reduce((all, count) => all + count(), 0);
  await sleep(MINUTE_MS);
  const seen = sum();
  for (const tab of tabs) await tab.evaluate(HIDE);
  await sleep(REST_MS);
  const before = sum();
  await sleep(MINUTE_MS / 2);
  const hidden = sum() - before;
  await context.close();
  return [
    { name: `${paths.length} tabs, reads`, value: seen, unit: 'a minute', limit: OF_FOUR_TABS },
    { name: `${paths.length} hidden tabs, reads`, value: hidden, unit: 'in 30 s', limit: 0 },
  ];
}

async function opened(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(REST_MS);
  return page;
}

/** Counts requests to the API from now on. */
function countReads(page: Page): () => number {
  let seen = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) seen += 1;
  });
  return () => seen;
}

/** A job whose log still grows. Throws where none runs. */
async function runningJob(lab: LabBrowser): Promise<number> {
  const context = await lab.browser.newContext();
  const token = await signInTo(context, lab);
  const answer = await context.request.get(
    `${lab.url}/api/${vJobCurrentStatus.name}?org_id=eq.${lab.orgId}&status_code=eq.running&limit=1`,
    { headers: { Authorization: `Bearer ${token}` } },
  );
  const [job] = vJobCurrentStatus.row.array().parse(await answer.json());
  await context.close();
  if (job === undefined) throw new Error('The lab has no job that runs');
  return job.job_id;
}

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));
