import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext } from '@playwright/test';
import { median, printMeasured, type Measured } from './built-page.ts';
import { withLab, type LabBrowser } from './lab-browser.ts';
import { longTasks, MARK_LOADED, TASK_CATEGORIES } from './long-tasks.ts';
import { pageRoutes, type Route } from './page-routes.ts';
import { worstShift } from './shifts.ts';

/**
 * Every page of the production build in Chromium, on a workspace with 10,000 jobs: JavaScript of its first load
 * (gzipped), how far its layout shifts while data arrive in the worst of six windows, its long tasks (CPU),
 * its DOM. Goals are those of the dashboard design, section 5. Alone:
 * `npx tsx testing/bench-web/routes.ts [PART OF A PATH …]`.
 */
const GOALS = { plainKb: 140, chartKb: 270, shift: 0.02, longTaskMs: 50, chartLongTasks: 1 } as const;
const WEB = fileURLToPath(new URL('../../dist/web', import.meta.url));
/** After the network fell silent: what is drawn late has been drawn. */
const REST_MS = 800;
/** Fresh pages of which the median counts. */
const RUNS = 3;

interface Visit {
  readonly kb: number;
  readonly longestMs: number;
  readonly longTasks: number;
  readonly nodes: number;
}

async function visit(browser: Browser, context: BrowserContext, address: string): Promise<Visit> {
  const page = await context.newPage();
  const files = new Set<string>();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) files.add(pathname);
  });
  await page.addInitScript({ content: MARK_LOADED });
  await browser.startTracing(page, { categories: TASK_CATEGORIES });
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(REST_MS);
  const tasks = longTasks(await browser.stopTracing());
  const nodes = Number(await page.evaluate(`document.querySelectorAll('*').length`));
  await page.close();
  if (errors.length > 0) throw new Error(`${address}: ${errors.join('; ')}`);
  const bytes = [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(WEB, file)), { level: 9 }).length,
    0,
  );
  return { kb: bytes / 1000, longestMs: tasks.longestMs, longTasks: tasks.count, nodes };
}

function figuresOf({ path, hasChart }: Route, visits: readonly Visit[], shift: number): Measured[] {
  const middle = (key: keyof Visit) => median(visits.map((one) => one[key]));
  return [
    {
      name: `${path}, JavaScript`,
      value: middle('kb'),
      unit: 'kB gz',
      limit: hasChart ? GOALS.chartKb : GOALS.plainKb,
    },
    { name: `${path}, shift at its worst`, value: shift, unit: '', limit: GOALS.shift },
    {
      name: `${path}, longest task`,
      value: middle('longestMs'),
      unit: 'CPU ms',
      limit: hasChart ? null : GOALS.longTaskMs,
    },
    {
      name: `${path}, long tasks`,
      value: middle('longTasks'),
      unit: 'over 50 CPU ms',
      limit: hasChart ? GOALS.chartLongTasks : 0,
    },
    { name: `${path}, elements`, value: middle('nodes'), unit: 'nodes', limit: null },
  ];
}

/** Opens every page of a running lab three times in fresh pages, or those that `only` names, and gives the medians. */
async function measure(lab: LabBrowser, only: readonly string[]): Promise<readonly Measured[]> {
  const context = await lab.signIn();
  const measured: Measured[] = [];
  for (const route of await pageRoutes(lab, only)) {
    const address = lab.addressOf(route.path);
    const visits: Visit[] = [];
    for (let index = 0; index < RUNS; index += 1) visits.push(await visit(lab.browser, context, address));
    measured.push(...figuresOf(route, visits, await worstShift(context, address)));
  }
  return measured;
}

/** Starts the product with made-up jobs and measures its pages, or those whose path contains one of `only`. */
export function run(only: readonly string[] = []): Promise<readonly Measured[]> {
  return withLab((lab) => measure(lab, only));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = printMeasured(await run(process.argv.slice(2))) === 0 ? 0 : 1;
