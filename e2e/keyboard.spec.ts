import { expect, test, type Page } from '@playwright/test';
import { signIn } from './sign-in.ts';

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
