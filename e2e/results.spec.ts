import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { open, signIn } from './sign-in.ts';

const REFERENCE = '00000000-0000-4000-8000-000000000001';

test('a reviewer ranks published results under a limit, opens one, and comes back to the same view', async ({
  page,
}) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await signIn(page, 'results');
  await open(page, `/w/${REFERENCE}/leaderboard`);
  const ranking = page.getByRole('grid', { name: 'Deployments' });
  await expect(ranking.getByRole('row').nth(1)).toBeVisible();

  await test.step('choose what is ranked', async () => {
    await page.getByLabel('Model', { exact: true }).selectOption('deepseek-v3');
    await page.getByLabel('Workload shape').selectOption('1024/1024');
    await expect(page.getByRole('heading', { name: 'deepseek-v3 at 1,024 in, 1,024 out' })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('model')).toBe('deepseek-v3');
    // Published figures are marked as such, and ranks of single measurements as provisional.
    await expect(ranking.getByText('published').first()).toBeVisible();
    await expect(ranking.getByText(/^~ /).first()).toBeVisible();
  });

  await test.step('a file says what the ranks rest on, and where each figure is found again', async () => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV', exact: true }).click();
    const file = await readFile(await (await coming).path(), 'utf8');
    const [head = ''] = file.split('\r\n');
    expect(head).toContain('Worst rank');
    expect(head).toMatch(/,Provisional,Job id,Job ids of the repeats,Run id$/);
    expect(file).toMatch(/one measurement, so no interval: it may change",\d+,\d+,\d+\r\n/);
  });

  await test.step('a limit sends what misses it to the end, with by how much', async () => {
    await page.getByLabel('Statistic of the limits').selectOption('mean');
    await page.getByLabel('per user ≥').fill('100000');
    await page.getByLabel('per user ≥').press('Enter');
    await expect(page.getByText(/misses Per user by|has no Per user/).first()).toBeVisible();
    expect(new URL(page.url()).searchParams.get('user')).toBe('100000');
  });

  await test.step('each number leads to its job in two clicks', async () => {
    await ranking.getByRole('link').first().click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByText('published').first()).toBeVisible();
    const view = page.url();
    await page.reload();
    await expect(page.getByRole('dialog').getByText('published').first()).toBeVisible();
    expect(page.url()).toBe(view);
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^Job \d+/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/jobs\/\d+/);
    await page.goBack();
    await expect(page).toHaveURL(view);
  });

  await test.step('costs are marked alike, and two of them are set side by side', async () => {
    await open(page, `/w/${REFERENCE}/cost?model=deepseek-v3&shape=1024/1024`);
    const costs = page.getByRole('grid', { name: 'Deployments' });
    await expect(costs.getByText(/^~ /).first()).toBeVisible();
    await expect(costs.getByRole('columnheader', { name: 'Notes' })).toHaveCount(1);
    await costs.getByRole('checkbox').nth(1).check();
    await costs.getByRole('checkbox').nth(2).check();
    await page.getByRole('button', { name: 'Compare 2' }).click();
    await expect(page).toHaveURL(/\/compare\?.*jobs=\d+/);
  });
  expect(problems).toEqual([]);
});
