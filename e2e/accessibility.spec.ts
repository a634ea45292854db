import { expect, test, type Page } from '@playwright/test';
import { expectClean } from './expect-clean.ts';
import { signIn } from './sign-in.ts';

const REFERENCE = '00000000-0000-4000-8000-000000000001';

/** Pages in the states a new user meets: empty, full of published results, and missing. */
async function pagesOf(page: Page, orgId: string): Promise<Record<string, string>> {
  await page.goto(`/w/${REFERENCE}/projects`);
  const project = await page.getByRole('link', { name: 'Serving points (published)' }).getAttribute('href');
  await page.goto(project ?? '');
  await expect(page.getByRole('heading', { name: 'Serving points (published)' })).toBeVisible();
  const run = await page.locator('a[href*="/runs/"]').first().getAttribute('href');
  await page.goto(run ?? '');
  const job = await page.locator('a[href*="/jobs/"]').first().getAttribute('href');
  return {
    'projects, empty': `/w/${orgId}/projects`,
    'project, full': project ?? '',
    'run, full': run ?? '',
    'job, full': job ?? '',
    'job, logs': `${job ?? ''}?tab=logs`,
    'job that does not exist': `/w/${orgId}/jobs/999999`,
    submit: `/w/${orgId}/submit`,
    'overview, empty': `/w/${orgId}/overview`,
    'overview, full': `/w/${REFERENCE}/overview`,
    'leaderboard, full': `/w/${REFERENCE}/leaderboard`,
    'leaderboard, under limits': `/w/${REFERENCE}/leaderboard?model=deepseek-v3&shape=1024%2F1024&ttft=500&stat=mean`,
    'leaderboard, empty': `/w/${orgId}/leaderboard?published=0`,
    'cost, full': `/w/${REFERENCE}/cost`,
    'cost, empty': `/w/${orgId}/cost?published=0`,
    'telemetry, empty': `/w/${orgId}/telemetry`,
    'telemetry of a job that does not exist': `/w/${orgId}/telemetry?job=999999`,
    admin: `/w/${orgId}/admin`,
    'admin, service clients': `/w/${orgId}/admin?tab=clients`,
    'admin, quotas': `/w/${orgId}/admin?tab=quotas`,
    'admin, sizer': `/w/${orgId}/admin?tab=sizer`,
    'admin, audit log': `/w/${orgId}/admin?tab=audit`,
    'admin, workspace': `/w/${orgId}/admin?tab=workspace`,
    'admin of the reference workspace': `/w/${REFERENCE}/admin`,
    servers: `/w/${orgId}/servers`,
    profile: `/w/${orgId}/profile`,
    'profile, tokens': `/w/${orgId}/profile?tab=tokens`,
    'profile, API keys': `/w/${orgId}/profile?tab=api-keys`,
    api: `/w/${orgId}/api`,
    'api, one operation': `/w/${orgId}/api?op=read_v_benchmark_results&lang=python`,
    'unknown address': `/w/${orgId}/nothing-here`,
  };
}

test('axe finds nothing on any page, light and dark, wide and narrow; nothing scrolls sideways', async ({
  browser,
}) => {
  test.setTimeout(480_000);
  const context = await browser.newContext({ baseURL: process.env['YARDSTICK_URL'] ?? '' });
  const page = await context.newPage();
  await page.goto('/sign-in');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectClean(page, 'sign-in');
  const orgId = await signIn(page, 'accessibility');
  const pages = await pagesOf(page, orgId);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const [name, address] of Object.entries(pages)) {
        await page.goto(address);
        await expect(page.locator('main h1, main h2').first()).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expectClean(page, `${name}, ${colorScheme}, ${width} px`);
      }
    }
  }
  await context.close();
});
