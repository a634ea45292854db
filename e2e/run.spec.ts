import { expect, test } from '@playwright/test';
import { open, signIn } from './sign-in.ts';

const REFERENCE = '/w/00000000-0000-4000-8000-000000000001';

test('a run is set against another, and its jobs are walked through as they were filtered', async ({
  page,
}) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await signIn(page, 'run');
  await open(page, `${REFERENCE}/projects`);
  await page.getByRole('link', { name: 'Serving points (published)' }).click();
  const runs = page.getByRole('main').locator('a[href*="/runs/"]');
  await expect(runs.first()).toBeVisible();
  await runs.first().click();
  await expect(page).toHaveURL(/\/runs\/\d+/);

  await test.step('its checks and what it cost', async () => {
    const health = page.getByRole('region', { name: 'Checks and cost' });
    await expect(health.getByText(/of 6 checks pass/)).toBeVisible();
    // Nothing ran here, so there is no cost: never 0.
    await expect(health.getByText('published: — GPU-hours, —')).toBeVisible();
  });

  await test.step('against a baseline: the address keeps it', async () => {
    await page.getByRole('button', { name: 'Against a baseline' }).click();
    await page.getByLabel('Baseline run', { exact: true }).selectOption({ index: 1 });
    await expect(page).toHaveURL(/base=\d+/);
    const differs = page.getByRole('group', { name: 'What differs between the runs' });
    await expect(differs.getByRole('row').nth(1)).toBeVisible();
    await page.reload();
    await expect(differs.getByRole('row').nth(1)).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page).not.toHaveURL(/base=/);
  });

  await test.step('next and previous follow the order of the list, and the way back keeps it', async () => {
    const jobs = page.getByRole('grid', { name: 'Jobs' });
    await jobs
      .getByRole('columnheader', { name: /^Concurrency/ })
      .getByRole('button')
      .first()
      .click();
    await jobs
      .getByRole('columnheader', { name: /^Concurrency/ })
      .getByRole('button')
      .first()
      .click();
    await expect(page).toHaveURL(/sort=/);
    const list = page.url();
    const names = await jobs.locator('a[href*="/jobs/"]').allInnerTexts();
    expect(names.length).toBeGreaterThan(2);
    await jobs
      .getByRole('link', { name: names[1] ?? '', exact: true })
      .first()
      .click();
    const walk = page.getByRole('navigation', { name: 'Jobs of the list' });
    await expect(walk.getByText(/^2 of \d+$/)).toBeVisible();
    await walk.getByRole('link', { name: 'Next job of the list' }).click();
    await expect(walk.getByText(/^3 of \d+$/)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: names[2] ?? '', exact: true })).toBeVisible();
    await walk.getByRole('link', { name: 'Previous job of the list' }).click();
    await walk.getByRole('link', { name: 'Previous job of the list' }).click();
    await expect(walk.getByText(/^1 of \d+$/)).toBeVisible();
    await expect(walk.getByRole('link', { name: 'Previous job of the list' })).toBeHidden();
    await walk.getByRole('link', { name: /^1 of/ }).click();
    await expect(page).toHaveURL(list);
  });
  expect(problems).toEqual([]);
});
