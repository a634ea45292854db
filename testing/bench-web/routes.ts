import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import { z } from 'zod';
import { freePort } from '#testing/product.ts';
import { LAB_PASSWORD, startLab } from '#testing/start-lab.ts';
import { median, printMeasured, type Measured } from './built-page.ts';
import { longestTaskMs, MARK_LOADED, TASK_CATEGORIES } from './longest-task.ts';

/**
 * Every page of the production build in Chromium, on a workspace with 10,000 jobs: JavaScript of its first load
 * (gzipped), how far its layout shifts while data arrive, its longest task after load (CPU), its DOM. Goals are those of the
 * dashboard design, section 5. Alone: `npx tsx testing/bench-web/routes.ts [JOBS]`.
 */
const GOALS = { plainKb: 140, chartKb: 270, shift: 0.02, longTaskMs: 50 } as const;
const WEB = fileURLToPath(new URL('../../dist/web', import.meta.url));
const JOBS = 10_000;
/** After the network fell silent: what is drawn late has been drawn. */
const REST_MS = 800;
/** Fresh pages of which the median counts. */
const RUNS = 3;

/** In the page: adds up layout shifts. */
const OBSERVE = `
  window.benchShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.benchShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;
const READ = `({ shift: window.benchShift, nodes: document.querySelectorAll('*').length })`;
const seenSchema = z.object({ shift: z.number(), nodes: z.int() });

interface Route {
  readonly path: string;
  readonly hasChart?: true;
}

function routesOf(telemetryJobId: number, run: string): readonly Route[] {
  return [
    { path: 'overview' },
    { path: 'projects' },
    { path: run, hasChart: true },
    { path: `jobs/${telemetryJobId}`, hasChart: true },
    { path: 'submit' },
    { path: 'leaderboard', hasChart: true },
    { path: 'compare' },
    { path: 'compare?view=frameworks', hasChart: true },
    { path: 'cost', hasChart: true },
    { path: 'telemetry' },
    { path: `telemetry?job=${telemetryJobId}`, hasChart: true },
    { path: 'servers' },
    { path: 'sizer', hasChart: true },
    { path: 'profile' },
    { path: 'admin' },
    { path: 'admin?tab=audit' },
    { path: 'api' },
  ];
}

interface Visit {
  readonly kb: number;
  readonly shift: number;
  readonly longTaskMs: number;
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
  await page.addInitScript({ content: OBSERVE + MARK_LOADED });
  await browser.startTracing(page, { categories: TASK_CATEGORIES });
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(REST_MS);
  const longTaskMs = longestTaskMs(await browser.stopTracing());
  const { shift, nodes } = seenSchema.parse(await page.evaluate(READ));
  await page.close();
  if (errors.length > 0) throw new Error(`${address}: ${errors.join('; ')}`);
  const bytes = [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(WEB, file)), { level: 9 }).length,
    0,
  );
  return { kb: bytes / 1000, shift, longTaskMs, nodes };
}

function figuresOf({ path, hasChart }: Route, visits: readonly Visit[]): Measured[] {
  const middle = (key: keyof Visit) => median(visits.map((one) => one[key]));
  return [
    {
      name: `${path}, JavaScript`,
      value: middle('kb'),
      unit: 'kB gz',
      limit: hasChart ? GOALS.chartKb : GOALS.plainKb,
    },
    { name: `${path}, shift`, value: middle('shift'), unit: '', limit: GOALS.shift },
    {
      name: `${path}, longest task`,
      value: middle('longTaskMs'),
      unit: 'CPU ms',
      limit: hasChart ? null : GOALS.longTaskMs,
    },
    { name: `${path}, elements`, value: middle('nodes'), unit: 'nodes', limit: null },
  ];
}

/** "runs/7": the run that a job's page leads to. Throws where there is none. */
async function runOf(context: BrowserContext, jobAddress: string): Promise<string> {
  const page = await context.newPage();
  await page.goto(jobAddress);
  const href = await page.locator('a[href*="/runs/"]').first().getAttribute('href');
  await page.close();
  const run = /runs\/\d+/.exec(href ?? '')?.[0];
  if (run === undefined) throw new Error(`${jobAddress} leads to no run`);
  return run;
}

/** Starts the product with `jobs` made-up jobs, opens every page three times in fresh pages, and gives the medians. */
export async function run(jobs = JOBS): Promise<readonly Measured[]> {
  const lab = await startLab({ port: await freePort(), jobs });
  const executablePath = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find(
    (file) => file !== undefined && existsSync(file),
  );
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.request.post(`${lab.url}/api/auth/sign-in`, {
      data: { email: 'lab@example.com', password: LAB_PASSWORD },
    });
    const measured: Measured[] = [];
    const jobId = lab.telemetryJobIds[0] ?? 1;
    const run = await runOf(context, `${lab.url}/w/${lab.orgId}/jobs/${jobId}`);
    for (const route of routesOf(jobId, run)) {
      const visits: Visit[] = [];
      for (let index = 0; index < RUNS; index += 1)
        visits.push(await visit(browser, context, `${lab.url}/w/${lab.orgId}/${route.path}`));
      measured.push(...figuresOf(route, visits));
    }
    return measured;
  } finally {
    await browser.close();
    await lab.stop();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = printMeasured(await run(Number(process.argv[2] ?? JOBS))) === 0 ? 0 : 1;
