import { expect, type Page } from '@playwright/test';
import type { JOURNEYS } from './start-product.ts';

/** Signs in with the journey's one-time link; answers the id of the workspace in the address. */
export async function signIn(page: Page, journey: (typeof JOURNEYS)[number]): Promise<string> {
  await page.goto(process.env[`YARDSTICK_LINK_${journey}`] ?? '');
  // The start is the overview; journeys begin at the list of projects.
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Projects' }).first().click();
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
  const orgId = /\/w\/([0-9a-f-]{36})\//.exec(page.url())?.[1];
  if (orgId === undefined) throw new Error(`no workspace in ${page.url()}`);
  return orgId;
}

/** Chooses an option of a searchable field by typing. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  // Lists of the browser's own have options too, which are never visible.
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options.first()).toBeVisible();
  await page.keyboard.type(option);
  await options.filter({ hasText: option }).first().click();
}

/** Opens an address of the product that the page is on. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href);
}
