import { expect, test } from '@playwright/test';
import { FAILURE, REQUEST_ID } from './api-states.ts';
import { open, signIn } from './sign-in.ts';

test('an admin sets a quota, makes a service client, and finds both in the audit log', async ({ page }) => {
  const orgId = await signIn(page, 'admin');
  await open(page, `/w/${orgId}/admin?tab=quotas`);
  await page.getByLabel('GPU hours a month').fill('120');
  await page.getByRole('button', { name: 'Set the quotas' }).click();
  await expect(page.getByRole('meter', { name: 'GPU hours' })).toHaveAttribute('aria-valuetext', / of 120$/);
  await page.getByLabel('GPU hours a month').fill('many');
  await page.getByRole('button', { name: 'Set the quotas' }).click();
  await expect(page.getByText('Enter a number.')).toBeVisible();

  await page.getByRole('link', { name: 'Service clients' }).click();
  await page.getByRole('button', { name: 'Create service client' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('nightly import');
  await dialog.getByRole('button', { name: 'Create service client' }).click();
  await expect(page.getByTestId('created-secret')).toBeVisible();
  const secret = await page.getByTestId('created-secret').textContent();
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  await expect(page.getByRole('grid', { name: 'Service clients' }).getByText('nightly import')).toBeVisible();

  // What failed is of the dialog in which it was tried.
  await page.route('**/auth/service-clients/*', (route) => route.fulfill({ status: 500, json: FAILURE }));
  const revoke = page.getByRole('button', { name: 'Revoke nightly import' });
  await revoke.click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(dialog.getByText('The client was not revoked')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await page.unrouteAll();
  await revoke.click();
  await expect(dialog.getByText('This cannot be undone', { exact: false })).toBeVisible();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Keep it' }).click();

  // The call behind the part that is open.
  await page.getByRole('button', { name: 'View as API call' }).click();
  await expect(dialog).toContainText(`/auth/service-clients?org_id=${orgId}`);
  await page.keyboard.press('Escape');
  await page.goto(page.url().replace(/admin\?.*$/, 'profile?tab=tokens'));
  await page.getByRole('button', { name: 'View as API call' }).click();
  await expect(dialog).toContainText('/api/auth/tokens');
  await page.goBack();

  await page.getByRole('link', { name: 'Audit log' }).click();
  const log = page.getByRole('grid', { name: 'Audit log' });
  await expect(log.getByText('set_quota').first()).toBeVisible();
  await expect(log.getByText(/service_client/).first()).toBeVisible();
  // A secret is shown once and written down nowhere.
  expect(await page.content()).not.toContain(secret ?? 'no secret');
  await page.getByLabel('Action').fill('set_quota');
  await expect(log.getByText(/service_client/)).toHaveCount(0);
  expect(new URL(page.url()).searchParams.get('action')).toBe('set_quota');

  // A link to an entry that the list does not hold: what could not be read is not said to be gone.
  const entry = page.getByRole('dialog');
  await page.route(/v_audit_logs.*audit_id=eq\.999999/, (route) =>
    route.fulfill({ status: 500, headers: { 'X-Request-Id': REQUEST_ID }, json: FAILURE }),
  );
  await open(page, `/w/${orgId}/admin?tab=audit&entry=999999`);
  await expect(entry.getByText('The entry could not be read')).toBeVisible();
  await expect(entry.getByText(REQUEST_ID)).toBeVisible();
  await expect(entry.getByText('No such entry')).toHaveCount(0);
  await page.unrouteAll();
  await entry.getByRole('button', { name: 'Try again' }).click();
  await expect(entry.getByText('No such entry')).toBeVisible();
});
