import { expect, test, type Locator, type Page } from '@playwright/test';
import { pdfPages } from './pdf-pages.ts';
import { open, signIn } from './sign-in.ts';

const REFERENCE = '00000000-0000-4000-8000-000000000001';
/** How long a part of the code is kept back. */
const LATE_MS = 700;

const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

/** The jobs of a published run with more rows than are drawn at once. */
async function openJobs(page: Page, search = ''): Promise<Locator> {
  await open(page, `/w/${REFERENCE}/projects`);
  await page.getByRole('link', { name: 'MLPerf Inference v5.1 (published)' }).click();
  await page.getByRole('link', { name: 'llama2-70b-99, Offline' }).click();
  const grid = page.getByRole('grid', { name: 'Jobs' });
  await expect(grid).toBeVisible();
  if (search !== '') await open(page, `${new URL(page.url()).pathname}?${search}`);
  await expect(grid.getByRole('row').nth(3)).toBeVisible();
  return grid;
}

/** From now on what is fetched of the code comes late. */
async function holdCode(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    await route.continue();
  });
}

const headers = (grid: Locator) => grid.locator('th[data-column]').allInnerTexts();

/** The middle of a header, or its right edge. */
async function spot(grid: Locator, name: string, isEdge = false): Promise<{ x: number; y: number }> {
  const box = await grid.getByRole('columnheader', { name, exact: true }).boundingBox();
  if (box === null) throw new Error(`no header ${name}`);
  return { x: isEdge ? box.x + box.width - 3 : box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The first headers that are wholly in view: what is dragged, and what it is dragged beyond. */
async function firstThree(grid: Locator): Promise<[string, string, string]> {
  const [first = '', second = '', third = ''] = await headers(grid);
  return [first, second, third];
}

test('what a table does comes when it is reached for, and no press is lost meanwhile', async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await signIn(page, 'tables');

  await test.step('a press on “Filter” before its code is there', async () => {
    await openJobs(page);
    await holdCode(page);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await expect(page.getByLabel('Column to filter by')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('the key for the find', async () => {
    const grid = await openJobs(page);
    await page.reload();
    await expect(grid.getByRole('row').nth(3)).toBeVisible();
    await holdCode(page);
    await grid.getByRole('row').nth(1).focus();
    await page.keyboard.press('ControlOrMeta+f');
    await expect(page.getByRole('searchbox', { name: 'Find in the table' })).toBeFocused();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('a key that widens a column', async () => {
    const grid = await openJobs(page);
    await page.reload();
    await expect(grid.getByRole('row').nth(3)).toBeVisible();
    await holdCode(page);
    const [first] = await firstThree(grid);
    await grid.getByRole('button', { name: first, exact: true }).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => searchOf(page)['widths']).toBeTruthy();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('a whole drag of a header', async () => {
    const grid = await openJobs(page);
    await page.reload();
    await expect(grid.getByRole('row').nth(3)).toBeVisible();
    await holdCode(page);
    const [first, second] = await firstThree(grid);
    const [from, to] = [await spot(grid, first), await spot(grid, second)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.move(to.x + 8, to.y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await headers(grid)).slice(0, 2)).toEqual([second, first]);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('selection and export', async () => {
    const grid = await openJobs(page);
    await page.reload();
    await expect(grid.getByRole('row').nth(3)).toBeVisible();
    await holdCode(page);
    await grid.getByRole('checkbox').nth(1).check();
    await expect(page.getByRole('group', { name: 'Selected rows' })).toContainText('1 selected');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    await page.unrouteAll({ behavior: 'wait' });
  });
  expect(problems).toEqual([]);

  await test.step('nothing moves while a filtered table with a selection opens', async () => {
    const grid = await openJobs(page);
    const id = await grid.locator('tr[data-place] a').first().getAttribute('href');
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const { pathname } = new URL(page.url());
    for (const search of [
      `sel=${/\d+$/.exec(id ?? '')?.[0] ?? ''}`,
      'filters=job_name:contains:a',
      'find=a',
    ]) {
      await open(page, `${pathname}?${search}`);
      await expect(grid.getByRole('row').nth(3)).toBeVisible();
      await page.waitForLoadState('networkidle');
      const moved = await page.evaluate(() =>
        (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
      );
      expect([search, moved <= 0.02 ? 'still' : moved]).toEqual([search, 'still']);
    }
  });
});

test('headers are dragged to another place, rows are printed whole', async ({ page }) => {
  await page.goto(process.env['YARDSTICK_LINK_tables-moves'] ?? '');
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  const grid = await openJobs(page);
  const [first, second, third] = await firstThree(grid);

  await test.step('with a mark of where it goes, and without a sort', async () => {
    const [from, to] = [await spot(grid, first), await spot(grid, third)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x + 8, to.y, { steps: 6 });
    await expect(page.locator('[data-insertion]')).toBeVisible();
    await page.mouse.up();
    await expect(page.locator('[data-insertion]')).toHaveCount(0);
    await expect.poll(async () => (await headers(grid)).slice(0, 3)).toEqual([second, third, first]);
    expect(searchOf(page)['sort']).toBeUndefined();
  });

  await test.step('Escape leaves it where it was', async () => {
    const before = page.url();
    const [from, to] = [await spot(grid, second), await spot(grid, first)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 6 });
    await expect(page.locator('[data-insertion]')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-insertion]')).toHaveCount(0);
    await page.mouse.up();
    expect(page.url()).toBe(before);
    expect((await headers(grid)).slice(0, 3)).toEqual([second, third, first]);
  });

  await test.step('a press sorts as ever, and the edge changes the width', async () => {
    await grid.getByRole('button', { name: second, exact: true }).click();
    await expect.poll(() => searchOf(page)['sort']).toBeTruthy();
    const edge = await spot(grid, second, true);
    await page.mouse.move(edge.x, edge.y);
    await page.mouse.down();
    await page.mouse.move(edge.x + 60, edge.y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => searchOf(page)['widths']).toBeTruthy();
  });

  await test.step('on paper are all rows, on the screen those in view', async () => {
    const drawn = grid.locator('tr[data-place]');
    const total = Number(await grid.getAttribute('aria-rowcount')) - 1;
    expect(total).toBeGreaterThan(40);
    expect(await drawn.count()).toBeLessThan(41);
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    expect(await drawn.count()).toBe(total);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    expect(await drawn.count()).toBeLessThan(41);
  });

  await test.step('each sheet with rows has the headers, the sorted one too', async () => {
    await expect(grid.locator('th[aria-sort="ascending"], th[aria-sort="descending"]')).toHaveCount(1);
    const sheets = pdfPages(await page.pdf({ format: 'A4', landscape: true }));
    const isRow = (text: string) => text === 'published';
    const withRows = sheets.filter((texts) => texts.some(isRow));
    expect(withRows.length).toBeGreaterThan(2);
    expect(withRows.flat().filter(isRow).length).toBeGreaterThan(40);
    for (const texts of withRows)
      expect(texts).toEqual(expect.arrayContaining(['Job', 'Status', 'Provenance', 'GPUs']));
  });

  await test.step('on a phone the tools are one menu beside the page’s own', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const tools = page.getByRole('button', { name: 'Table tools' });
    const toolbar = await tools.locator('..').boundingBox();
    expect(toolbar?.height).toBeLessThanOrEqual(48);
    await tools.click();
    await expect(page.getByRole('menuitem')).toHaveText([
      'Find',
      'Views…',
      'Filter…',
      'Columns…',
      'Export CSV',
      'Export XLSX',
    ]);
    await page.getByRole('menuitem', { name: 'Columns…' }).click();
    await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tools).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Views…' }).click();
    await expect(page.getByRole('menuitemradio', { name: 'Usual view' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tools).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Find', exact: true }).click();
    await expect(page.getByRole('searchbox', { name: 'Find in the table' })).toBeFocused();
    await page.keyboard.type('B200');
    await expect(page.getByRole('search', { name: 'Find in the table' })).toContainText('found');
    // A figure is found also without what stands between its thousands.
    const figure = await grid.locator('td.text-right').filter({ hasText: ',' }).first().innerText();
    await page.getByRole('searchbox', { name: 'Find in the table' }).fill(figure.replaceAll(',', ''));
    await expect(grid.locator('td[data-found]').filter({ hasText: figure }).first()).toBeVisible();
    await expect(grid.locator('td[data-found]').filter({ hasText: 'B200' })).toHaveCount(0);
  });

  await test.step('pinned columns stay among themselves', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const id = await grid.locator('th[data-column]').first().getAttribute('data-column');
    await openJobs(page, `pins=${id ?? ''}`);
    const [pinned, one, two] = await firstThree(grid);
    const drag = async (name: string, x: number) => {
      const from = await spot(grid, name);
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(x, from.y, { steps: 6 });
      await expect(page.locator('[data-insertion]')).toBeVisible();
      await page.mouse.up();
      await expect(page.locator('[data-insertion]')).toHaveCount(0);
    };
    // Beyond the pinned one there is no place for another: it goes first of the others.
    await drag(two, (await spot(grid, pinned)).x - 20);
    await expect.poll(async () => (await headers(grid)).slice(0, 3)).toEqual([pinned, two, one]);
    await drag(pinned, (await spot(grid, one)).x + 20);
    expect((await headers(grid)).slice(0, 3)).toEqual([pinned, two, one]);
  });
});

test('a finger lifts a header by resting on it, and scrolls otherwise', async ({ browser, page: first }) => {
  await first.goto(process.env['YARDSTICK_LINK_tables-touch'] ?? '');
  await expect(first.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: await first.context().storageState(),
  });
  const page = await context.newPage();
  await page.goto(first.url());
  const grid = await openJobs(page);
  const session = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined || y === undefined ? [] : [{ x, y }],
    });
  const [one, two] = await firstThree(grid);
  const scrolled = () => grid.locator('..').evaluate((frame) => frame.scrollLeft);
  const swipe = async (rest: number, byFrom: (x: number) => number) => {
    const from = await spot(grid, one);
    const by = byFrom(from.x);
    await touch('touchStart', from.x, from.y);
    await page.waitForTimeout(rest);
    for (let step = 1; step <= 10; step += 1) {
      await touch('touchMove', from.x + (by / 10) * step, from.y);
      await page.waitForTimeout(20);
    }
    await touch('touchEnd');
  };

  // At once: the columns scroll. On a busy machine the first move may come so late that the finger seems to rest.
  await expect(async () => {
    await swipe(0, () => -90);
    expect(await scrolled()).toBeGreaterThan(30);
  }).toPass({ timeout: 30_000 });
  expect((await headers(grid)).slice(0, 2)).toEqual([one, two]);
  await grid.locator('..').evaluate((frame) => frame.scrollTo({ left: 0 }));

  // After a rest: the header moves, beyond the middle of the next.
  const to = await spot(grid, two);
  await swipe(600, (x) => Math.min(to.x + 10, 340) - x);
  await expect.poll(async () => (await headers(grid)).slice(0, 2)).toEqual([two, one]);
  expect(searchOf(page)['sort']).toBeUndefined();
  await context.close();
});
