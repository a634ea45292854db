import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { open, signIn } from './sign-in.ts';

const REFERENCE = '00000000-0000-4000-8000-000000000001';
const CHART = /over interactivity|over latency/;

const param = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name);

/** The parameter once it rests: what is zoomed goes to the address a quarter of a second after the last key. */
async function settledParam(page: Page, name: string): Promise<string | null> {
  let seen = param(page, name);
  let since = Date.now();
  await expect
    .poll(
      () => {
        const now = param(page, name);
        if (now !== seen) [seen, since] = [now, Date.now()];
        return Date.now() - since;
      },
      { intervals: [50] },
    )
    .toBeGreaterThanOrEqual(400);
  return seen;
}

/** What the table twin of the chart says, by series. */
async function tableText(page: Page): Promise<Map<string, string[]>> {
  const rows = await page
    .getByRole('region', { name: /, table$/ })
    .locator('tbody tr')
    .allInnerTexts();
  const bySeries = new Map<string, string[]>();
  for (const row of rows) {
    const [series = '', ...cells] = row.split('\t');
    bySeries.set(series, [...(bySeries.get(series) ?? []), cells.join(' ')]);
  }
  return bySeries;
}

test('a chart is zoomed, read and exported by keyboard, and its address shows the same', async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await signIn(page, 'charts');
  await open(page, `/w/${REFERENCE}/leaderboard?model=deepseek-v3&shape=1024/1024`);
  const chart = page.getByRole('application', { name: CHART });
  await expect(chart).toBeVisible();

  await test.step('plus zooms into the point that is read, and a reload keeps it', async () => {
    await chart.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await expect
      .poll(() => param(page, 'zoom'))
      .toMatch(/^x:[a-z0-9_]+:[\d.]+:[\d.]+,y:tokens_per_sec_per_gpu:/);
    await expect(page.getByText(/points? outside what is shown/)).toBeVisible();
    const zoom = await settledParam(page, 'zoom');
    await page.reload();
    await expect(page.getByText(/points? outside what is shown/)).toBeVisible();
    expect(param(page, 'zoom')).toBe(zoom);
  });

  await test.step('Shift and an arrow pan, 0 shows all again', async () => {
    const before = await settledParam(page, 'zoom');
    await chart.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => param(page, 'zoom')).not.toBe(before);
    await page.keyboard.press('0');
    await expect.poll(() => param(page, 'zoom')).toBeNull();
    await expect(page.getByText(/points? outside what is shown/)).toBeHidden();
  });

  await test.step('a zoom that still settles as one leaves is in the way back', async () => {
    await chart.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('+');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Cost' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Cost/ })).toBeVisible();
    await page.goBack();
    await expect(chart).toBeVisible();
    expect(param(page, 'zoom')).toMatch(/y:tokens_per_sec_per_gpu/);
    await chart.focus();
    await page.keyboard.press('0');
    await expect.poll(() => param(page, 'zoom')).toBeNull();
  });

  await test.step('a box is marked with the mouse, a double click ends it', async () => {
    const box = await chart.boundingBox();
    if (box === null) throw new Error('The chart has no place');
    await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.7, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => param(page, 'zoom')).toContain('y:tokens_per_sec_per_gpu');
    await page.mouse.dblclick(box.x + box.width * 0.98, box.y + box.height * 0.9);
    await expect.poll(() => param(page, 'zoom')).toBeNull();
  });

  await test.step('the tooltip says what a screen reader hears, by keyboard and under the pointer', async () => {
    await chart.focus();
    await page.keyboard.press('ArrowRight');
    const heard = page.getByRole('region', { name: CHART }).getByRole('status').filter({ hasText: ' at ' });
    const [, value = ''] = /: (.+) at /.exec(await heard.innerText()) ?? [];
    const said = chart.getByText(value, { exact: true });
    await expect(said).toBeVisible();
    const ring = await chart.locator('circle').boundingBox();
    if (ring === null) throw new Error('The point has no ring');
    await page.keyboard.press('Escape');
    await expect(said).toBeHidden();
    await page.mouse.move(ring.x + ring.width / 2, ring.y + ring.height / 2);
    await expect(said).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(said).toBeHidden();
  });

  await test.step('the ruler reads every curve, moves by arrows, and is in table and CSV', async () => {
    await chart.focus();
    await page.keyboard.press('r');
    const ruler = page.getByRole('slider', { name: 'Ruler' });
    await expect(ruler).toBeFocused();
    const first = await ruler.getAttribute('aria-valuenow');
    await page.keyboard.press('ArrowLeft');
    await expect(ruler).not.toHaveAttribute('aria-valuenow', first ?? '');
    const readout = page.getByRole('table', { name: 'Values at the ruler' });
    await expect(readout.getByText(/interpolated|measured|no data at this x/).first()).toBeVisible();
    await expect.poll(() => param(page, 'ruler')).toMatch(/^[a-z0-9_]+:[\d.]+$/);
    await readout.getByRole('radio').nth(1).check();
    await expect.poll(() => param(page, 'ruler')).toMatch(/:[0-9a-z]+$/);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download CSV of/ }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv).toContain('Reading');
    expect(csv).toMatch(/ruler: (interpolated|measured), baseline/);
    // At the end of the data: never beyond it.
    await ruler.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    await expect(ruler).toHaveAttribute('aria-valuenow', (await ruler.getAttribute('aria-valuemax')) ?? '');
    await page.keyboard.press('Escape');
    await expect(ruler).toBeHidden();
    await expect(chart).toBeFocused();
  });

  await test.step('a series alone has the numbers it had among others', async () => {
    await page.keyboard.press('t');
    await expect(page.getByRole('region', { name: /, table$/ })).toBeVisible();
    const all = await tableText(page);
    const legend = page.getByRole('group', { name: 'Series shown' });
    const name = (await legend.getByRole('button').nth(1).innerText()).trim();
    await legend.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('i');
    await expect(legend.getByRole('button', { pressed: true })).toHaveCount(1);
    // The legend says it at once, the table follows.
    await expect.poll(async () => [...(await tableText(page)).keys()]).toEqual([name]);
    expect((await tableText(page)).get(name)).toEqual(all.get(name));
    await page.reload();
    await expect(legend.getByRole('button', { pressed: true })).toHaveCount(1);
    await legend.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('i');
    await expect.poll(() => param(page, 'hidden')).toBeNull();
    // The address keeps that it is a table, until it is none.
    await expect(page.getByRole('region', { name: /, table$/ })).toBeVisible();
    await page.keyboard.press('t');
    await expect(chart).toBeVisible();
    await expect.poll(() => param(page, 'table')).toBeNull();
  });

  await test.step('Enter opens what a point stands for', async () => {
    await chart.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/jobs\/\d+/);
  });
  expect(problems).toEqual([]);
});

test('on a phone the actions of a chart are in a menu', async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true });
  const page = await context.newPage();
  await signIn(page, 'charts-phone');
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `/w/${REFERENCE}/leaderboard?model=deepseek-v3&shape=1024/1024`);
  const chart = page.getByRole('application', { name: CHART });
  await expect(chart).toBeVisible();
  await page.getByRole('button', { name: /^Actions on/ }).tap();
  await expect(page.getByRole('menuitem', { name: 'Download CSV' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Zoom in' }).tap();
  await expect.poll(() => param(page, 'zoom')).not.toBeNull();
  // How old the page is stands in the bar, the zone of its times in the menu.
  await expect(page.getByRole('banner').getByText(/^(?:just now|\d+ \w+ ago)$/)).toBeVisible();
  await page.getByRole('button', { name: 'Pages' }).tap();
  const menu = page.getByRole('dialog');
  await expect(menu.getByText(/^read (?:just now|\d+ \w+ ago)$/)).toBeVisible();
  await expect(menu.getByText(/^times in \S+$/)).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Read again' })).toBeEnabled();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  // Not all tabs fit: the one that is open is in sight.
  await open(page, `/w/${REFERENCE}/compare?view=hardware`);
  await expect(page.getByRole('link', { name: 'Hardware', exact: true })).toBeInViewport({ ratio: 0.9 });
  await context.close();
});
