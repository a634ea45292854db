import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { cpuOf, median, printMeasured, withBuiltPage, type Measured } from './built-page.ts';

/**
 * 200 results side by side, measured: a production build of a page of the real comparison, in Chromium, main-thread
 * CPU. Goals are those of the dashboard design, section 5; it opens with only what differs.
 * Alone: `npx tsx testing/bench-web/compare.ts`.
 */
const [RESULTS, CHANGE_MS, FRAME_MS] = [200, 500, 14];
/** Fresh pages of which the median counts, and frames of one scroll. */
const [RUNS, FRAMES] = [3, 60];

type Figures = Readonly<Record<string, number>>;

const LIMITS: Readonly<Record<string, readonly [unit: string, limit: number | null]>> = {
  opened: ['CPU ms', CHANGE_MS],
  'lines, all of them': ['lines', null],
  'lines that differ': ['lines', null],
  cells: ['cells', null],
  'another baseline': ['CPU ms', CHANGE_MS],
  'every line': ['CPU ms', CHANGE_MS],
  'scroll across': ['CPU ms a frame', FRAME_MS],
};

async function measure(browser: Browser, address: string): Promise<Figures> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(address);
    await page.waitForSelector('[data-ready=true]');
    const idle = await cpuOf(page, session, () => page.evaluate('0'));
    const spent = async (act: string) =>
      Math.max(0, (await cpuOf(page, session, () => page.evaluate(act))) - idle);
    const count = async (what: string) =>
      Number(await page.evaluate(`document.querySelectorAll('${what}').length`));
    const figures: Record<string, number> = {};
    figures['opened'] = await spent('window.bench.show()');
    const columns = Number(await page.locator('table').first().getAttribute('aria-colcount'));
    if (columns !== RESULTS + 1) throw new Error(`${columns} columns, not those of ${RESULTS} results`);
    figures['lines that differ'] = await count('tbody tr');
    figures['cells'] = await count('tbody td');
    figures['another baseline'] = await spent('window.bench.set({ base: 1100 })');
    figures['every line'] = await spent('window.bench.set({ diff: false })');
    figures['lines, all of them'] = await count('tbody tr');
    // Fewer lines at first: what is the same everywhere is not shown unless asked for.
    if (!(figures['lines that differ'] < figures['lines, all of them']))
      throw new Error(`Not only what differs: ${JSON.stringify(figures)}`);
    figures['scroll across'] = (await spent(`window.bench.scroll(${FRAMES})`)) / FRAMES;
    if (errors.length > 0) throw new Error(errors.join('; '));
    return figures;
  } finally {
    await page.close();
  }
}

/** Builds the page and measures it three times in fresh pages; gives the medians. Throws where not 200 results are shown. */
export function run(): Promise<readonly Measured[]> {
  return withBuiltPage('compare.html', async (browser, address) => {
    const runs: Figures[] = [];
    for (let index = 0; index < RUNS; index += 1) runs.push(await measure(browser, address));
    return Object.entries(LIMITS).map(([name, [unit, limit]]) => ({
      name: `compare ${RESULTS} results: ${name}`,
      value: median(runs.map((one) => one[name] ?? NaN)),
      unit,
      limit,
    }));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = printMeasured(await run()) === 0 ? 0 : 1;
