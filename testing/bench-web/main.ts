import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium, type BrowserContext } from '@playwright/test';
import { z } from 'zod';
import { freePort } from '#testing/product.ts';
import { LAB_PASSWORD, startLab } from '#testing/start-lab.ts';

/**
 * `npm run bench:web [-- JOBS]`: every page of the production build in Chromium, on a workspace with 10,000 jobs: JavaScript it loads (gzipped),
 * how far its layout shifts while data arrive, its longest task after load, its DOM. Goals are those of the dashboard design, section 5; fails
 * above them.
 */
const GOALS = { plainKb: 140, chartKb: 270, shift: 0.02, longTaskMs: 50 } as const;
const WEB = fileURLToPath(new URL('../../dist/web', import.meta.url));
/** After the network fell silent: what is drawn late has been drawn. */
const REST_MS = 800;

/** In the page: adds up layout shifts, and keeps the longest task after load. */
const OBSERVE = `
  window.benchSeen = { shift: 0, longest: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.benchSeen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (document.readyState === 'complete')
        window.benchSeen.longest = Math.max(window.benchSeen.longest, entry.duration);
  }).observe({ type: 'longtask', buffered: true });
`;
const READ = `({ ...window.benchSeen, nodes: document.querySelectorAll('*').length })`;
const seenSchema = z.object({ shift: z.number(), longest: z.number(), nodes: z.int() });

interface Route {
  readonly path: string;
  readonly hasChart?: true;
}

function routes(telemetryJobId: number): readonly Route[] {
  return [
    { path: 'overview' },
    { path: 'projects' },
    { path: 'runs/1', hasChart: true },
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

interface Measured {
  readonly kb: number;
  readonly shift: number;
  readonly longTaskMs: number;
  readonly nodes: number;
  readonly errors: readonly string[];
}

async function measure(context: BrowserContext, address: string): Promise<Measured> {
  const page = await context.newPage();
  const files = new Set<string>();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) files.add(pathname);
  });
  await page.addInitScript({ content: OBSERVE });
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(REST_MS);
  const { shift, longest, nodes } = seenSchema.parse(await page.evaluate(READ));
  await page.close();
  const bytes = [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(WEB, file)), { level: 9 }).length,
    0,
  );
  return { kb: bytes / 1000, shift, longTaskMs: longest, nodes, errors };
}

const lab = await startLab({ port: await freePort(), jobs: Number(process.argv[2] ?? 10_000) });
const executablePath = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find(
  (file) => file !== undefined && existsSync(file),
);
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
});
let missed = 0;
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.request.post(`${lab.url}/api/auth/sign-in`, {
    data: { email: 'lab@example.com', password: LAB_PASSWORD },
  });
  console.log(
    `${''.padEnd(30)}${['JS kB gz', 'shift', 'task ms', 'nodes'].map((name) => name.padStart(10)).join('')}`,
  );
  for (const { path, hasChart } of routes(lab.telemetryJobIds[0] ?? 1)) {
    const { kb, shift, longTaskMs, nodes, errors } = await measure(
      context,
      `${lab.url}/w/${lab.orgId}/${path}`,
    );
    const faults = [
      kb > (hasChart ? GOALS.chartKb : GOALS.plainKb) &&
        `JS above ${hasChart ? GOALS.chartKb : GOALS.plainKb} kB`,
      shift > GOALS.shift && `shift above ${GOALS.shift}`,
      !hasChart && longTaskMs > GOALS.longTaskMs && `a task above ${GOALS.longTaskMs} ms`,
      ...errors,
    ].filter((fault) => fault !== false);
    missed += faults.length;
    console.log(
      `${path.padEnd(30)}${[kb.toFixed(0), shift.toFixed(3), longTaskMs.toFixed(0), String(nodes)].map((text) => text.padStart(10)).join('')}  ${faults.join('; ')}`,
    );
  }
} finally {
  await browser.close();
  await lab.stop();
}
console.log(missed === 0 ? '\nAll goals are met.' : `\n${missed} goals are missed.`);
process.exitCode = missed === 0 ? 0 : 1;
