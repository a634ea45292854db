import { expect, test, type Page } from '@playwright/test';
import { FAILURE, REQUEST_ID } from './api-states.ts';
import { open, signIn } from './sign-in.ts';

/** A page that nobody has touched yet, low enough that its later parts are out of sight. */
async function untouched(page: Page, path: string): Promise<Page> {
  const fresh = await page.context().newPage();
  await fresh.setViewportSize({ width: 1440, height: 420 });
  await fresh.goto(new URL(path, page.url()).href);
  return fresh;
}

test('a server says when it was away, and what is out of sight comes when somebody reaches for it', async ({
  page,
}) => {
  const orgId = await signIn(page, 'servers');

  const servers = await untouched(page, `/w/${orgId}/servers`);
  const connect = servers.getByRole('button', { name: 'Connect a worker' });
  await expect(connect).toBeVisible();
  const tokens = servers.getByRole('region', { name: 'Registration tokens' });
  await expect(tokens).toHaveCount(0);
  // The code of the dialog is asked for by this press, which is not lost.
  await connect.click();
  await expect(servers.getByRole('dialog', { name: /worker/i })).toBeVisible();
  await servers.keyboard.press('Escape');
  await expect(servers.getByRole('dialog')).toHaveCount(0);
  await expect(connect).toBeFocused();
  await expect(tokens).toBeVisible();

  await servers.getByRole('grid', { name: 'Servers' }).getByRole('link').first().click();
  const drawer = servers.getByRole('dialog');
  await expect(drawer.getByRole('heading', { name: 'Heartbeats' })).toBeVisible();
  await expect(drawer.getByRole('img', { name: /^Heard without a break since .*first heard/ })).toBeVisible();

  // What is said loudly of a silent server leads to it and leaves the table as it was chosen.
  await servers.route('**/api/v_server_current_status?*', async (route) => {
    const response = await route.fetch();
    const rows = (await response.json()) as object[];
    await route.fulfill({ response, json: rows.map((row) => ({ ...row, status_code: 'offline' })) });
  });
  await servers.route('**/api/server_config_instances?*', (route) =>
    route.fulfill({ status: 500, headers: { 'X-Request-Id': REQUEST_ID }, json: FAILURE }),
  );
  await open(servers, `/w/${orgId}/servers?cols=hostname%2Cstatus_code`);
  await servers.getByRole('listitem').filter({ hasText: 'is offline' }).getByRole('link').first().click();
  await expect(servers).toHaveURL(/cols=hostname(?:%2C|,)status_code&server=\d+$/);
  // Which configs stand ready could not be read: that is not taken for none.
  await expect(drawer.getByRole('alert').filter({ hasText: REQUEST_ID })).toBeVisible();
  await servers.unrouteAll({ behavior: 'ignoreErrors' });

  const overview = await untouched(page, `/w/${orgId}/overview`);
  await expect(overview.getByRole('heading', { name: 'Needs you' })).toBeVisible();
  const matrix = overview.getByRole('heading', { name: 'Best output throughput per GPU' });
  await expect(matrix).toHaveCount(0);
  // By keys alone, as by a wheel or a finger.
  await overview.keyboard.press('End');
  await expect(matrix).toBeVisible();
});
