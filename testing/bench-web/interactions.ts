import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { median, printMeasured, type Measured } from './built-page.ts';
import { interactionScript, type Interaction } from './interaction-script.ts';
import { withLab, type LabBrowser } from './lab-browser.ts';
import { pageRoutes } from './page-routes.ts';

/**
 * From an input until what it changed is painted (INP), on a slower machine. A part of the vitals; alone:
 * `npx tsx testing/bench-web/interactions.ts [PART OF A PATH …]`.
 */
const GOALS = { p75Ms: 100, eachMs: 200 } as const;
/** How many times slower the machine is. */
const SLOW = 4;
/** Fresh pages of which the median counts. */
const RUNS = 3;
/** Chrome reports an interaction some time after the frame that shows it; code that it fetches has come. */
const REST_MS = 700;
/** Chrome reports no interaction that took less. */
const SHORTEST_MS = 16;

/** In the page: what each interaction took, as Chrome's Event Timing has it. */
const OBSERVE = `
  window.benchEvents = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) window.benchEvents.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: ${SHORTEST_MS}, buffered: true });
`;
const TAKE = `({ took: window.benchEvents.splice(0), count: performance.interactionCount })`;
const takenSchema = z.object({ took: z.array(z.number()), count: z.int() });

/** The script for a running lab, for the pages whose path contains one of `only` where that names any. */
async function scriptFor(
  lab: LabBrowser,
  only: readonly string[],
): Promise<readonly (readonly [path: string, interactions: readonly Interaction[]])[]> {
  const [route] = await pageRoutes(lab, ['runs/']);
  if (route === undefined) throw new Error('The lab has no run');
  const script = Object.entries(interactionScript({ run: route.path, jobIds: lab.telemetryJobIds }));
  return script.filter(([path]) => only.length === 0 || only.some((part) => path.includes(part)));
}

/** What each interaction took, in ms, in one run through the script. Throws where one reached nothing. */
async function runThrough(
  lab: LabBrowser,
  slow: number,
  script: Awaited<ReturnType<typeof scriptFor>>,
): Promise<ReadonlyMap<string, number>> {
  const context = await lab.signIn();
  const took = new Map<string, number>();
  for (const [path, interactions] of script) {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.addInitScript({ content: OBSERVE });
    await page.goto(lab.addressOf(path));
    await page.waitForLoadState('networkidle');
    await session.send('Emulation.setCPUThrottlingRate', { rate: slow });
    await page.waitForTimeout(REST_MS);
    let { count } = takenSchema.parse(await page.evaluate(TAKE));
    for (const { name, act, shows } of interactions) {
      await act(page);
      await shows?.(page).waitFor();
      await page.waitForTimeout(REST_MS);
      const taken = takenSchema.parse(await page.evaluate(TAKE));
      if (taken.count === count) throw new Error(`${path}: nothing was touched by “${name}”`);
      ({ count } = taken);
      took.set(`${path}, ${name}`, Math.max(SHORTEST_MS, ...taken.took));
    }
    await page.close();
  }
  await context.close();
  return took;
}

/** The interactions of the script on a machine `slow` times slower, and the third quartile of all. */
export async function inputDelays(
  lab: LabBrowser,
  slow: number,
  only: readonly string[] = [],
): Promise<readonly Measured[]> {
  const script = await scriptFor(lab, only);
  const runs: ReadonlyMap<string, number>[] = [];
  for (let index = 0; index < RUNS; index += 1) runs.push(await runThrough(lab, slow, script));
  const each = [...(runs[0]?.keys() ?? [])].map((name) => ({
    name: `${name}, ${slow}× slower`,
    value: median(runs.map((took) => took.get(name) ?? NaN)),
    unit: 'ms',
    limit: GOALS.eachMs,
  }));
  const sorted = each.map(({ value }) => value).sort((a, b) => a - b);
  const p75 = sorted[Math.ceil(0.75 * sorted.length) - 1] ?? NaN;
  return [
    ...each,
    { name: `p75 of ${sorted.length} interactions`, value: p75, unit: 'ms', limit: GOALS.p75Ms },
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode =
    printMeasured(await withLab((lab) => inputDelays(lab, SLOW, process.argv.slice(2)))) === 0 ? 0 : 1;
