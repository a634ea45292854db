import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { build, preview } from 'vite';
import { chromiumPath } from './chromium-path.ts';

/** One measured figure; its goal is missed above `limit`, null where it only informs. */
export interface Measured {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly limit: number | null;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Resolves once what a change draws is on the screen: two frames, then a task. */
const SETTLED = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))`;

/** Builds a page of this folder with the SPA's own configuration and hands a browser and its address to `use`. */
export async function withBuiltPage<T>(
  html: string,
  use: (browser: Browser, address: string) => Promise<T>,
): Promise<T> {
  const outDir = mkdtempSync(join(tmpdir(), 'yardstick-bench-'));
  const shared = { root: ROOT, configFile: join(ROOT, 'vite.config.ts'), logLevel: 'error' } as const;
  const path = `testing/bench-web/${html}`;
  try {
    await build({
      ...shared,
      build: { outDir, emptyOutDir: true, sourcemap: false, rolldownOptions: { input: join(ROOT, path) } },
    });
    const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
    const browser = await chromium.launch({
      ...chromiumPath(),
      args: ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc'],
    });
    try {
      return await use(browser, `${server.resolvedUrls?.local[0] ?? ''}${path}`);
    } finally {
      await browser.close();
      await server.close();
    }
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

/** CPU ms of the page's main thread that `act` and what it draws cost; other load on the machine hardly moves it. */
export async function cpuOf(page: Page, session: CDPSession, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(SETTLED);
  const before = await metric(session, 'TaskDuration');
  await act();
  await page.evaluate(SETTLED);
  return 1000 * ((await metric(session, 'TaskDuration')) - before);
}

/** A counter of Chrome's Performance domain; NaN where it has none of the name. */
export async function metric(session: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === wanted)?.value ?? NaN;
}

/** The middle value; NaN of none. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** Prints one figure a line beside its goal; gives how many goals are missed. */
export function printMeasured(measured: readonly Measured[]): number {
  const isMissed = ({ value, limit }: Measured) => limit !== null && !(value <= limit);
  for (const one of measured) {
    const digits = one.limit !== null && one.limit < 1 ? 3 : 1;
    const goal = one.limit === null ? '' : `goal ${one.limit}${isMissed(one) ? '  MISSED' : ''}`;
    console.log(
      `${one.name.padEnd(46)}${one.value.toFixed(digits).padStart(10)} ${one.unit.padEnd(15)}${goal}`,
    );
  }
  return measured.filter(isMissed).length;
}
