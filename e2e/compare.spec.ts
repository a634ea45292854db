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
    await page
      .getByRole('grid', { name: 'Precisions at each concurrency' })
      .getByRole('link')
      .first()
      .click();
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
