import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { expectClean } from './expect-clean.ts';
import { open, signIn } from './sign-in.ts';

test('a pair that is like with like, one that is not, and a family of precisions, from the figure to its job', async ({
  page,
}) => {
  const orgId = await signIn(page, 'compare');
  await page.getByRole('navigation').getByRole('link', { name: 'Compare' }).first().click();
  await expect(page.getByRole('heading', { name: 'Compare', level: 1 })).toBeVisible();

  await test.step('a curated pair is like with like', async () => {
    await page.getByRole('link', { name: /^Precisions: / }).click();
    await expect(page.getByRole('table', { name: 'Results side by side' })).toBeVisible();
    await expect(page.getByText('like with like', { exact: false }).first()).toBeVisible();
    // Of the estimate that it belongs to.
    await expect(page.getByText(/^job \d+, n = \d+$/)).toHaveCount(2);
    await expect(page.getByRole('note', { name: 'Comparability' })).toHaveCount(0);
    await expect(page.getByText(/[+−][\d.]+ % (better|worse)/).first()).toBeVisible();
  });

  await test.step('another result makes it unlike, and the page says why', async () => {
    await page.getByRole('button', { name: 'Add results' }).click();
    await page.getByRole('textbox', { name: 'Job name contains' }).fill('MI300X');
    const found = page.getByRole('list', { name: 'Results found' });
    await found.getByRole('button', { name: /^Add / }).first().click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('note', { name: 'Comparability' })).toContainText('differ');
    await expect(page.getByText('unlike the baseline').first()).toBeVisible();
    await expectClean(page, 'selected results');
  });

  await test.step('what is seen is a file, and a view to be saved', async () => {
    await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible();
    const csv = page.getByRole('button', { name: 'CSV', exact: true });
    const [download] = await Promise.all([page.waitForEvent('download'), csv.press('Enter')]);
    await expect(csv).toBeFocused();
    expect(download.suggestedFilename()).toMatch(/^compare-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(lines[0]).toContain('from the baseline (%)');
    expect(lines.find((line) => line.startsWith('Provenance'))).toContain('published');
    expect(lines.some((line) => line.startsWith('Unlike the baseline,,,'))).toBe(true);
  });

  await test.step('more than stand side by side are counted, and none can be added', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => index + 1);
    await open(page, `/w/${orgId}/compare?jobs=${ids.join(',')}`);
    await expect(page.getByRole('link', { name: 'Selected results (200 of 250)' })).toBeVisible();
    await expect(page.getByText('50 of 250 left out')).toBeVisible();
    await page.getByRole('button', { name: 'Add results' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('200 results stand side by side at most')).toBeVisible();
    await expect(dialog.getByText(/^The newest 30 of [\d,]+: type more of a name/)).toBeVisible();
    await expect(dialog.getByText('Simulated results are left out.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Add / }).first()).toBeDisabled();
    await dialog.getByRole('button', { name: 'Take in simulated results' }).click();
    await expect(page).toHaveURL(/simulated=1/);
    await expect(dialog.getByText('Simulated results are left out.')).toBeHidden();
    await page.keyboard.press('Escape');
  });

  await test.step('precisions: charts, target, table, drawer, job', async () => {
    await page.getByRole('link', { name: 'Quantization', exact: true }).click();
    await expect(page.getByRole('region', { name: 'At a target', exact: true })).toContainText(
      'interpolated',
    );
    await expect(page.getByRole('region', { name: /over concurrency$/ })).toBeVisible();
    // Emptied it stays empty, with the suggestion in its place, until another target is typed.
    const target = page.getByRole('region', { name: 'At a target', exact: true }).getByRole('spinbutton');
    await target.fill('20');
    await target.press('Enter');
    await expect(page).toHaveURL(/[?&]at=20/);
    await target.fill('');
    await target.press('Enter');
    await expect(page).not.toHaveURL(/[?&]at=/);
    await expect(target).toHaveValue('');
    await expect(target).toHaveAttribute('placeholder', /^\d/);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectClean(page, 'quantization, dark');
    const grid = page.getByRole('grid', { name: 'Precisions at each concurrency' });
    await grid.getByRole('checkbox').nth(1).check();
    await grid.getByRole('checkbox').nth(2).check();
    await page.getByRole('link', { name: 'Compare 2' }).press('Enter');
    await expect(page.getByRole('heading', { name: '2 results' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Selected results (2)' })).toBeFocused();
    await page.goBack();
    await grid.getByRole('link').first().click();
    const drawer = page.getByRole('dialog');
    await expect(drawer).toContainText('Source');
    await page.reload();
    await drawer.getByRole('link').first().click();
    await expect(page).toHaveURL(/\/jobs\/\d+/);
  });

  await open(page, `/w/${orgId}/compare?view=hardware`);
  await expect(page.getByRole('region', { name: 'GPUs beside each other' })).toBeVisible();
  await expectClean(page, 'hardware');
});
