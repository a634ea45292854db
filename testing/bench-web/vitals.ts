import { fileURLToPath } from 'node:url';
import type { BrowserContext, CDPSession } from '@playwright/test';
import { median, metric, printMeasured, type Measured } from './built-page.ts';
import { inputDelays } from './interactions.ts';
import { withLab, type LabBrowser } from './lab-browser.ts';
import { pageRoutes } from './page-routes.ts';
import { readsAMinute } from './reads.ts';
import { throttleNetwork } from './slow-network.ts';

/**
 * What a person waits for, on a workspace with 10,000 jobs: when the largest part of each page is there (LCP, cold cache,
 * 10 Mbit/s with 40 ms), how long interactions take to show (INP), how often pages read. Times are the wall clock's:
 * only an idle machine gives right ones; the CPU beside them says what is the page's doing. Goals are those of the dashboard
 * design, section 5. Alone: `npx tsx testing/bench-web/vitals.ts [PART OF A PATH …]`, of which LCP and reads take notice.
 */
const GOALS = { lcpMs: 1_200, slowLcpMs: 1_800 } as const;
/** How many times slower the machine of the slow profile is. */
const SLOW = 4;
/** After the network fell silent: what is drawn late has been drawn. */
const REST_MS = 800;
/** Fresh pages of which the median counts. */
const RUNS = 3;

const OBSERVE = `
  window.benchLcp = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.benchLcp = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
`;

interface Load {
  readonly lcpMs: number;
  readonly cpuMs: number;
}

async function load(context: BrowserContext, address: string, slow: number): Promise<Load> {
  const page = await context.newPage();
  try {
    const session: CDPSession = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await throttleNetwork(session);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slow });
    await page.addInitScript({ content: OBSERVE });
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(REST_MS);
    const lcpMs = Number(await page.evaluate('window.benchLcp'));
    if (!(lcpMs > 0)) throw new Error(`${address} painted nothing`);
    return { lcpMs, cpuMs: 1000 * (await metric(session, 'TaskDuration')) };
  } finally {
    await page.close();
  }
}

async function loads(lab: LabBrowser, only: readonly string[]): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  const context = await lab.signIn();
  for (const { path } of await pageRoutes(lab, only)) {
    const seen: Record<'quick' | 'slow', Load[]> = { quick: [], slow: [] };
    for (let index = 0; index < RUNS; index += 1) {
      seen.quick.push(await load(context, lab.addressOf(path), 1));
      seen.slow.push(await load(context, lab.addressOf(path), SLOW));
    }
    const lcp = (of: readonly Load[]) => median(of.map(({ lcpMs }) => lcpMs));
    const cpu = median(seen.quick.map(({ cpuMs }) => cpuMs));
    measured.push(
      { name: `${path}, LCP`, value: lcp(seen.quick), unit: 'ms', limit: GOALS.lcpMs },
      { name: `${path}, LCP ${SLOW}× slower`, value: lcp(seen.slow), unit: 'ms', limit: GOALS.slowLcpMs },
      { name: `${path}, load`, value: cpu, unit: 'CPU ms', limit: null },
    );
  }
  await context.close();
  return measured;
}

/** Measures a running lab: the pages whose path contains one of `only`, where it names any. */
async function measure(lab: LabBrowser, only: readonly string[]): Promise<readonly Measured[]> {
  return [
    ...(await loads(lab, only)),
    ...(await inputDelays(lab, SLOW, only)),
    ...(await readsAMinute(lab, await pageRoutes(lab, only))),
  ];
}

/** Starts the product with made-up jobs and measures it; a quarter of an hour. */
export function run(only: readonly string[] = []): Promise<readonly Measured[]> {
  return withLab((lab) => measure(lab, only));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = printMeasured(await run(process.argv.slice(2))) === 0 ? 0 : 1;
