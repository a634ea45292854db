import { expect, test, type Page } from '@playwright/test';
import { open, signIn } from './sign-in.ts';

/** Presses Tab until the element with focus has this role and name; fails when it never comes. */
async function tabTo(page: Page, role: string, name: RegExp): Promise<void> {
  for (let i = 0; i < 120; i += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null) return null;
      const implicit: Record<string, string> = { A: 'link', BUTTON: 'button', TEXTAREA: 'textbox' };
      const label = element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? '') : '';
      return {
        role:
          element.getAttribute('role') ??
          (element instanceof HTMLInputElement
            ? element.type === 'radio'
              ? 'radio'
              : 'textbox'
            : (implicit[element.tagName] ?? '')),
        name: `${element.getAttribute('aria-label') ?? ''} ${label} ${element.textContent}`.trim(),
      };
    });
    if (found !== null && found.role === role && name.test(found.name)) return;
  }
  throw new Error(`Tab never reached the ${role} ${String(name)}`);
}

test('a benchmark is submitted and read with the keyboard alone', async ({ page }) => {
  await signIn(page, 'keyboard');
  // The palette opens a page.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.type('Submit');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Submit an LLM benchmark' })).toBeVisible();

  await tabTo(page, 'combobox', /project/i);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').or(page.getByRole('listbox')).first()).toBeVisible();
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  // Arrows choose within the group, wherever the config stands in it.
  await tabTo(page, 'radio', /./);
  const wanted = page.getByRole('radio', { name: /sim-h100-sxm-x1/ });
  for (let i = 0; i < 20 && !(await wanted.isChecked()); i += 1) await page.keyboard.press('ArrowDown');
  await expect(wanted).toBeChecked();
  await tabTo(page, 'combobox', /model/i);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.type('Llama-3.1-8B');
  await page.keyboard.press('Enter');
  for (const [name, value] of [
    [/^Concurrency/, '4'],
    [/Input length/, '128'],
    [/Output length/, '32'],
  ] as const) {
    await tabTo(page, 'textbox', name);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(value);
  }
  await tabTo(page, 'button', /Submit job/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/jobs\/\d+/);
  await expect(page.getByText('completed', { exact: true }).first()).toBeVisible({ timeout: 90_000 });

  // The keyboard sheet says what the keys are.
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Ctrl');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

const REFERENCE = '00000000-0000-4000-8000-000000000001';

test('results are ranked, filtered, sorted, read, opened and compared with the keyboard alone', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signIn(page, 'keyboard-results');
  await open(page, `/w/${REFERENCE}/leaderboard?model=deepseek-v3&shape=1024%2F1024`);
  const ranking = page.getByRole('grid', { name: 'Deployments' });
  await expect(ranking.getByRole('row').nth(1)).toBeVisible();

  await test.step('the skip link leads to the content', async () => {
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('#main')).toBeFocused();
  });

  await test.step('a select chooses what is ranked by', async () => {
    await page.getByLabel('Ranked by').focus();
    await page.keyboard.type('by Energy');
    await expect(page).toHaveURL(/by=joules_per_token/);
    await page.keyboard.press('Home');
    await expect(page).not.toHaveURL(/by=/);
  });

  await test.step('a chart is read point by point, and becomes its table', async () => {
    await page.getByRole('application').first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: /tokens\/s\/GPU/ })
        .first(),
    ).toHaveCount(1);
    await page.keyboard.press('t');
    await expect(page.getByRole('table').or(page.getByRole('grid')).first()).toBeVisible();
    await page.keyboard.press('t');
    await expect(page.getByRole('application').first()).toBeVisible();
  });

  await test.step('a filter is added and taken away', async () => {
    const before = await ranking.getAttribute('aria-rowcount');
    await page.getByRole('button', { name: 'Filter', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Column to filter by')).toBeFocused();
    await page.keyboard.type('Deployment');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('B200');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/filters=deployment%3Acontains%3AB200|filters=deployment:contains:B200/);
    await expect(ranking).not.toHaveAttribute('aria-rowcount', before ?? '');
    await page.getByRole('button', { name: 'Remove the filter Deployment contains B200' }).focus();
    await page.keyboard.press('Enter');
    await expect(ranking).toHaveAttribute('aria-rowcount', before ?? '');
  });

  await test.step('a header sorts, and says so', async () => {
    await ranking.getByRole('button', { name: 'Concurrency' }).focus();
    await page.keyboard.press('Enter');
    await expect(ranking.getByRole('columnheader', { name: 'Concurrency' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
  });

  await test.step('arrows move along rows, Enter opens one, Escape comes back', async () => {
    await ranking.getByRole('row').nth(1).focus();
    await page.keyboard.press('ArrowDown');
    await expect(ranking.getByRole('row').nth(2)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page).toHaveURL(/row=\d+/);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page).not.toHaveURL(/row=/);
  });

  await test.step('rows are selected and compared', async () => {
    await ranking.getByRole('row').nth(1).focus();
    await page.keyboard.press(' ');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Compare 2' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/compare\?jobs=/);
    await expect(page.getByRole('heading', { name: 'Compare', level: 1 })).toBeVisible();
  });
});
