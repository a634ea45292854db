import { writeFile } from 'node:fs/promises';
import { expect, test, type Page, type TestInfo } from '@playwright/test';
import { signIn } from './sign-in.ts';
import { watchReads } from './watch-reads.ts';

const REFERENCE = '/w/00000000-0000-4000-8000-000000000001';

/** A page of published results, which nothing changes meanwhile, and what a person does there before the address is shared. */
interface View {
  readonly name: string;
  readonly path: string;
  readonly act?: (page: Page) => Promise<void>;
}

const VIEWS: readonly View[] = [
  {
    name: 'projects, sorted the other way',
    path: `${REFERENCE}/projects`,
    act: async (page) => {
      const grid = page.getByRole('grid').first();
      await grid
        .getByRole('columnheader', { name: /^Project/ })
        .getByRole('button')
        .first()
        .click();
      await expect.poll(() => new URL(page.url()).search).not.toBe('');
    },
  },
  {
    name: 'leaderboard under a limit, zoomed, one series alone',
    path: `${REFERENCE}/leaderboard?model=deepseek-v3&shape=1024%2F1024&ttft=900&stat=mean`,
    act: async (page) => {
      const legend = page.getByRole('group', { name: 'Series shown' });
      await legend.getByRole('button').nth(1).click();
      await expect.poll(() => new URL(page.url()).searchParams.get('hidden')).not.toBeNull();
      await page.getByRole('application', { name: /over / }).first().focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('+');
      await expect.poll(() => new URL(page.url()).searchParams.get('zoom')).not.toBeNull();
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'leaderboard, its chart as a table',
    path: `${REFERENCE}/leaderboard?model=deepseek-v3&shape=1024%2F1024&stat=mean`,
    act: async (page) => {
      await page.getByRole('button', { name: /^Table of / }).click();
      await expect.poll(() => new URL(page.url()).searchParams.get('table')).toBe('chart');
    },
  },
  { name: 'compare, precisions', path: `${REFERENCE}/compare?view=quantization` },
  {
    name: 'cost of all tokens',
    path: `${REFERENCE}/cost?user=20`,
    act: async (page) => {
      await page.getByLabel('Tokens counted').selectOption('total');
      await expect.poll(() => new URL(page.url()).searchParams.get('tokens')).toBe('total');
    },
  },
  { name: 'one operation of the API', path: `${REFERENCE}/api?op=read_v_benchmark_results&lang=python` },
];

test('an address shows the same picture after a reload, on the way back and in another window', async ({
  browser,
}, info) => {
  const context = await browser.newContext({
    baseURL: process.env['YARDSTICK_URL'] ?? '',
    reducedMotion: 'reduce',
  });
  // "3 min ago" must not become 4.
  await context.clock.setFixedTime(Date.now());
  const page = await context.newPage();
  await signIn(page, 'same-picture');
  const settled = watchReads(page);

  for (const { name, path, act } of VIEWS)
    await test.step(name, async () => {
      await page.goto(path);
      await settled();
      await act?.(page);
      await settled();
      const address = page.url();
      await page.waitForLoadState('networkidle');
      const first = await restedPicture(page);

      await page.reload();
      await settled();
      await same(info, `${name}, reloaded`, first, page);

      await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).first().click();
      await expect(page).toHaveURL(/\/profile/);
      await page.goBack();
      await expect(page).toHaveURL(address);
      await settled();
      await same(info, `${name}, gone back to`, first, page);

      const other = await context.newPage();
      const otherSettled = watchReads(other);
      await other.goto(address);
      await otherSettled();
      expect(other.url()).toBe(address);
      await same(info, `${name}, in another window`, first, other);
      await other.close();
    });
  await context.close();
});

/** The page as it is seen at rest: nothing pointed at, nothing focused, at its top. */
async function pictureOf(page: Page): Promise<Buffer> {
  await expect(page.locator('main h1').first()).toBeVisible();
  // Outlines keep the place of what is read.
  await expect(page.locator('main .animate-wait')).toHaveCount(0);
  await page.mouse.move(0, 0);
  await page.evaluate(async () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo(0, 0);
    await document.fonts.ready;
  });
  let last = await page.screenshot({ animations: 'disabled' });
  // At rest once two pictures in a row are alike.
  for (let tries = 0; tries < 20; tries += 1) {
    await page.waitForTimeout(100);
    const next = await page.screenshot({ animations: 'disabled' });
    if (next.equals(last)) return next;
    last = next;
  }
  return last;
}

/** The picture that the others must match: one that is the same a second later, as a page may rest for a moment before that. */
async function restedPicture(page: Page): Promise<Buffer> {
  let last = await pictureOf(page);
  for (const until = Date.now() + 15_000; Date.now() < until;) {
    await page.waitForTimeout(1000);
    const next = await pictureOf(page);
    if ((await differingPixels(page, last, next)) === 0) return next;
    last = next;
  }
  throw new Error('The page never comes to rest');
}

/** Whether the page comes to rest as it was; between two reads it may rest for a moment before it does. */
async function same(info: TestInfo, name: string, expected: Buffer, page: Page): Promise<void> {
  let seen = await pictureOf(page);
  let pixels = await differingPixels(page, expected, seen);
  for (const until = Date.now() + 10_000; pixels > 0 && Date.now() < until;) {
    await page.waitForTimeout(500);
    seen = await pictureOf(page);
    pixels = await differingPixels(page, expected, seen);
  }
  if (pixels === 0) return;
  await writeFile(info.outputPath('expected.png'), expected);
  await writeFile(info.outputPath('seen.png'), seen);
  expect(pixels, `${name}: pixels that differ between expected.png and seen.png, beside the trace`).toBe(0);
}

/** A browser may draw the same letter one shade off; an eye sees no such step. */
const SHADES = 8;

function differingPixels(page: Page, ...pictures: readonly [Buffer, Buffer]): Promise<number> {
  return page.evaluate(
    async ({ sources, shades }) => {
      const [one, other] = await Promise.all(
        sources.map(async (source) => {
          const bytes = Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes]));
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
          context?.drawImage(bitmap, 0, 0);
          return context?.getImageData(0, 0, bitmap.width, bitmap.height);
        }),
      );
      if (!one || !other || one.data.length !== other.data.length) return Infinity;
      const places = new Set<number>();
      for (const [index, value] of one.data.entries())
        if (Math.abs(value - (other.data[index] ?? 0)) > shades) places.add(Math.floor(index / 4));
      return places.size;
    },
    { sources: pictures.map((picture) => picture.toString('base64')), shades: SHADES },
  );
}
