import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { cpuOf, median, metric, printMeasured, withBuiltPage, type Measured } from './built-page.ts';

/**
 * The one table, measured on 100,000 rows of 14 columns and on 200 columns of 50 rows: a production build of a page of
 * the real component, in Chromium, main-thread CPU. Goals are those of the dashboard design, section 5.
 * Alone: `npx tsx testing/bench-web/tables.ts`.
 */
const [ROWS_AT_MOST, PAINT_MS, CHANGE_MS, FRAME_MS, WIDE_MS, HEAP_MB] = [40, 150, 200, 14, 200, 120];
/** Fresh pages of which the median counts, and frames of one scroll. */
const [RUNS, FRAMES] = [3, 60];

/** Changes of the view that must be quick, each from the table as it opens. */
const CHANGES: Readonly<Record<string, string>> = {
  'sort by a number': `{ sort: { id: 'tokens_per_sec', desc: true } }`,
  'sort by text, all different': `{ sort: { id: 'job', desc: false } }`,
  'sort by text, few different': `{ sort: { id: 'model', desc: false } }`,
  'sort by time': `{ sort: { id: 'at', desc: true } }`,
  'filter by a number': `{ filters: [{ column: 'ttft_p50_ms', op: 'gte', value: '500' }] }`,
  'filter by text': `{ filters: [{ column: 'job', op: 'contains', value: '77' }] }`,
  'filter by time': `{ filters: [{ column: 'at', op: 'gte', value: '2026-11-20' }] }`,
  'filter and sort': `{ filters: [{ column: 'job', op: 'contains', value: '7' }], sort: { id: 'tokens_per_sec', desc: false } }`,
};

type Figures = Readonly<Record<string, number>>;

async function opened(browser: Browser, address: string): Promise<{ page: Page; session: CDPSession }> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(address);
  await page.waitForFunction('window.bench !== undefined');
  return { page, session };
}

async function long(browser: Browser, address: string): Promise<Figures> {
  const { page, session } = await opened(browser, address);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  try {
    const idle = await cpuOf(page, session, () => page.evaluate('0'));
    const spent = async (act: string) =>
      Math.max(0, (await cpuOf(page, session, () => page.evaluate(act))) - idle);
    const figures: Record<string, number> = {};
    figures['first paint'] = await spent('window.bench.show("long")');
    figures['row elements'] = Number(await page.evaluate(`document.querySelectorAll('tbody tr').length`));
    figures['scroll'] = (await spent(`window.bench.scroll(${FRAMES})`)) / FRAMES;
    figures['row elements, scrolled'] = Number(
      await page.evaluate(`document.querySelectorAll('tbody tr').length`),
    );
    for (const [name, change] of Object.entries(CHANGES)) {
      figures[name] = await spent(`window.bench.set(${change})`);
      await page.evaluate('window.bench.forget()');
    }
    await page.evaluate('window.gc?.()');
    figures['heap'] = (await metric(session, 'JSHeapUsedSize')) / 1e6;
    if (errors.length > 0) throw new Error(errors.join('; '));
    return figures;
  } finally {
    await page.close();
  }
}

async function wide(browser: Browser, address: string): Promise<Figures> {
  const { page, session } = await opened(browser, address);
  try {
    const idle = await cpuOf(page, session, () => page.evaluate('0'));
    const paint = await cpuOf(page, session, () => page.evaluate('window.bench.show("wide")'));
    const cells = Number(await page.evaluate(`document.querySelectorAll('tbody td').length`));
    const scroll = await cpuOf(page, session, () => page.evaluate(`window.bench.scrollAcross(${FRAMES})`));
    return { '200 columns': paint - idle, cells, 'scroll across': (scroll - idle) / FRAMES };
  } finally {
    await page.close();
  }
}

const LIMITS: Readonly<Record<string, readonly [unit: string, limit: number | null]>> = {
  'first paint': ['CPU ms', PAINT_MS],
  'row elements': ['rows', ROWS_AT_MOST],
  'row elements, scrolled': ['rows', ROWS_AT_MOST],
  scroll: ['CPU ms a frame', FRAME_MS],
  heap: ['MB', HEAP_MB],
  '200 columns': ['CPU ms', WIDE_MS],
  cells: ['cells', null],
  'scroll across': ['CPU ms a frame', FRAME_MS],
};

function measured(table: string, runs: readonly Figures[]): Measured[] {
  return Object.keys(runs[0] ?? {}).map((name) => {
    const [unit, limit] = LIMITS[name] ?? ['CPU ms', CHANGE_MS];
    return { name: `${table}: ${name}`, value: median(runs.map((one) => one[name] ?? NaN)), unit, limit };
  });
}

/** Builds the page and measures both tables three times in fresh pages; gives the medians. */
export function run(): Promise<readonly Measured[]> {
  return withBuiltPage('tables.html', async (browser, address) => {
    const [longs, wides]: [Figures[], Figures[]] = [[], []];
    for (let index = 0; index < RUNS; index += 1) {
      longs.push(await long(browser, address));
      wides.push(await wide(browser, address));
    }
    return [...measured('100,000 rows', longs), ...measured('50 rows', wides)];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = printMeasured(await run()) === 0 ? 0 : 1;
