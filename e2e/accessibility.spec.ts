import { expect, test, type Page } from '@playwright/test';
import { apiStates, FAILURE, REQUEST_ID } from './api-states.ts';
import { expectClean } from './expect-clean.ts';
import { signIn } from './sign-in.ts';
import { watchReads } from './watch-reads.ts';

const REFERENCE = '00000000-0000-4000-8000-000000000001';
const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };
/** Of one address while it fails, in the few seconds that a page is looked at: the first, one try again, one more poll. */
const MOST_READS = 3;

interface Address {
  readonly name: string;
  readonly path: string;
}

/** One address of every route, with the published results: each is seen loading, failed, full and offline. */
async function fullPages(page: Page, orgId: string): Promise<Address[]> {
  await page.goto(`/w/${REFERENCE}/projects`);
  const project = await hrefOf(page.getByRole('link', { name: 'Serving points (published)' }));
  await page.goto(project);
  await expect(page.getByRole('heading', { name: 'Serving points (published)' })).toBeVisible();
  const run = await hrefOf(page.getByRole('main').locator('a[href*="/runs/"]').first());
  await page.goto(run);
  const job = await hrefOf(page.getByRole('main').locator('a[href*="/jobs/"]').first());
  const other = `/w/${REFERENCE}`;
  return [
    { name: 'overview', path: `${other}/overview` },
    { name: 'projects', path: `${other}/projects` },
    { name: 'project', path: project },
    { name: 'run', path: run },
    { name: 'job', path: job },
    { name: 'submit', path: `/w/${orgId}/submit` },
    { name: 'leaderboard', path: `${other}/leaderboard` },
    { name: 'compare', path: `${other}/compare?view=quantization` },
    { name: 'cost', path: `${other}/cost` },
    { name: 'telemetry', path: `/w/${orgId}/telemetry` },
    { name: 'sizer', path: `/w/${orgId}/sizer` },
    { name: 'servers', path: `/w/${orgId}/servers` },
    { name: 'profile, tokens', path: `/w/${orgId}/profile?tab=tokens` },
    { name: 'admin', path: `/w/${orgId}/admin` },
    { name: 'api', path: `/w/${orgId}/api` },
  ];
}

/** Tabs, limits and addresses that lead nowhere. */
function moreAddresses(orgId: string, job: string): Address[] {
  const path = (rest: string) => `/w/${orgId}/${rest}`;
  return [
    { name: 'job, logs', path: `${job}?tab=logs` },
    { name: 'job, telemetry', path: `${job}?tab=telemetry` },
    { name: 'job that does not exist', path: path('jobs/999999') },
    {
      name: 'leaderboard under limits',
      path: `/w/${REFERENCE}/leaderboard?model=deepseek-v3&shape=1024%2F1024&ttft=500&stat=mean`,
    },
    { name: 'compare, hardware', path: `/w/${REFERENCE}/compare?view=hardware` },
    { name: 'telemetry of a job that does not exist', path: path('telemetry?job=999999') },
    { name: 'admin, tokens', path: path('admin?tab=tokens') },
    { name: 'admin, service clients', path: path('admin?tab=clients') },
    { name: 'admin, quotas', path: path('admin?tab=quotas') },
    { name: 'admin, sizer', path: path('admin?tab=sizer') },
    { name: 'admin, audit log', path: path('admin?tab=audit') },
    { name: 'admin, workspace', path: path('admin?tab=workspace') },
    { name: 'admin of the reference workspace', path: `/w/${REFERENCE}/admin` },
    { name: 'profile', path: path('profile') },
    { name: 'profile, API keys', path: path('profile?tab=api-keys') },
    { name: 'api, one operation', path: path('api?op=read_v_benchmark_results&lang=python') },
    { name: 'unknown address', path: path('nothing-here') },
  ];
}

/** What a person meets in a workspace made a moment ago, without the published results. */
function emptyPages(newOrg: string): Address[] {
  return [
    'overview?published=0',
    'projects',
    'submit',
    'leaderboard?published=0',
    'compare?published=0',
    'compare?view=quantization&published=0',
    'cost?published=0',
    'telemetry',
    'servers',
    'admin?tab=audit',
  ].map((rest) => ({ name: `${rest}, empty`, path: `/w/${newOrg}/${rest}` }));
}

test('axe finds nothing on any route: loading, failed, empty, full, offline; light, dark, more contrast, forced colours; wide and narrow', async ({
  browser,
}) => {
  const context = await browser.newContext({
    baseURL: process.env['YARDSTICK_URL'] ?? '',
    reducedMotion: 'reduce',
    viewport: WIDE,
  });
  const page = await context.newPage();
  const quiet = watchReads(page);
  let token = '';
  page.on('request', (request) => {
    token = request.headers()['authorization'] ?? token;
  });
  await page.goto('/sign-in');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await clean(page, 'sign-in');
  const orgId = await signIn(page, 'accessibility');
  const pages = await fullPages(page, orgId);
  const made = await page.request.post('/api/rpc/create_organization', {
    headers: { authorization: token },
    data: { p_name: 'Nothing here yet' },
  });
  expect(made.status()).toBe(200);
  const newOrg = (await made.json()) as string;

  await test.step('before it is known who is there', async () => {
    await page.route('**/api/**', () => undefined);
    await page.goto('/');
    await expect(page.getByRole('status', { name: 'Reading' })).toBeVisible();
    await bothThemes(page, 'first moment');
    await page.unrouteAll();
    await page.route('**/api/rpc/get_current_user_context', (route) =>
      route.fulfill({ status: 500, headers: { 'X-Request-Id': REQUEST_ID }, json: FAILURE }),
    );
    await page.goto('/');
    await expect(page.getByRole('alert')).toContainText(REQUEST_ID);
    await bothThemes(page, 'first moment, failed');
    await page.unrouteAll();
  });

  const api = await apiStates(page);
  for (const { name, path } of pages)
    await test.step(`${name}: loading, failed`, async () => {
      api.hold();
      await page.goto(path);
      await expect(page.getByRole('navigation').first()).toBeVisible();
      await expect(page.locator('main [role="status"], main [aria-busy="true"]').first()).toBeVisible();
      await bothThemes(page, `${name}, loading`);
      await api.fail();
      await expect(page.getByRole('alert').first()).toContainText(REQUEST_ID);
      await bothThemes(page, `${name}, failed`);
      const stormed = [...api.refused()].filter(([, times]) => times > MOST_READS);
      expect(stormed, `${name}: asked again and again though it fails`).toEqual([]);
      await api.pass();
    });
  await page.unrouteAll();

  for (const { name, path } of pages)
    await test.step(`${name}: full, offline`, async () => {
      await opened(page, path, quiet);
      await clean(page, name);
      await page.emulateMedia({ forcedColors: 'active' });
      await expectClean(page, `${name}, forced colours`);
      await page.emulateMedia({ forcedColors: 'none', contrast: 'more' });
      await expectClean(page, `${name}, more contrast`, 'color');
      await page.emulateMedia({ contrast: 'no-preference' });
      await context.setOffline(true);
      await expect(page.getByText(/^No connection\./)).toBeVisible();
      await bothThemes(page, `${name}, offline`);
      await context.setOffline(false);
    });

  const job = pages.find((one) => one.name === 'job')?.path ?? '';
  for (const { name, path } of [...emptyPages(newOrg), ...moreAddresses(orgId, job)])
    await test.step(name, async () => {
      await opened(page, path, quiet);
      await clean(page, name);
    });
  await context.close();
});

/** All rules in light and wide, then what the dark theme, then what a narrow window can have changed. */
async function clean(page: Page, name: string): Promise<void> {
  await bothThemes(page, name);
  await page.setViewportSize(NARROW);
  await expectClean(page, `${name}, narrow`);
  await page.setViewportSize(WIDE);
}

async function bothThemes(page: Page, name: string): Promise<void> {
  await expectClean(page, `${name}, light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expectClean(page, `${name}, dark`, 'color');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
}

/** Opens a page and waits until it has read what it shows, down to its end. */
async function opened(page: Page, path: string, quiet: () => Promise<void>): Promise<void> {
  await page.goto(path);
  await expect(page.locator('main h1, main h2').first()).toBeVisible();
  // What is out of sight is drawn once somebody stirs.
  await page.keyboard.press('Shift');
  await quiet();
}

async function hrefOf(link: ReturnType<Page['getByRole']>): Promise<string> {
  return (await link.getAttribute('href')) ?? '';
}
