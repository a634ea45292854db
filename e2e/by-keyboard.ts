import { expect, test, type Page } from '@playwright/test';

type Role = Parameters<Page['getByRole']>[0];

/** Presses Tab until the element of this role and name has the focus; fails when it never comes. */
export async function tabTo(page: Page, role: Role, name: RegExp | string): Promise<void> {
  const wanted = page.getByRole(role, { name, disabled: false });
  await expect(wanted.first()).toBeVisible();
  const focused = wanted.and(page.locator(':focus'));
  for (let i = 0; i < 150; i += 1) {
    await page.keyboard.press('Tab');
    if ((await focused.count()) > 0) return;
  }
  throw new Error(`Tab never reached the ${role} ${String(name)}`);
}

/** Tabs to it and presses Enter. */
export async function press(page: Page, role: Role, name: RegExp | string): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press('Enter');
}

/** Tabs to a field and types in place of what it holds. */
export async function fill(page: Page, role: Role, name: RegExp | string, text: string): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/** Opens a page by Ctrl K, its name and Enter. */
export async function goTo(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Find pages, actions and objects' });
  await expect(palette).toBeVisible();
  await page.keyboard.type(name);
  await expect(palette.getByRole('option').first()).toContainText(name);
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
}

/** A step after which the focus stands somewhere: on the body, the next Tab would begin at the top of the page. */
export async function task(page: Page, name: string, body: () => Promise<void>): Promise<void> {
  await test.step(name, async () => {
    await body();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'nothing'), {
        message: `${name}: the focus is lost`,
      })
      .not.toBe('BODY');
  });
}
