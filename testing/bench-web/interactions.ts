import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { median, type Measured } from './built-page.ts';
import type { LabBrowser } from './lab-browser.ts';

/** From an input until what it changed is painted (INP). */
const GOALS = { p75Ms: 100, eachMs: 200 } as const;
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

interface Interaction {
  readonly name: string;
  readonly act: (page: Page) => Promise<unknown>;
  /** What has to be there before the next one. */
  readonly shows?: (page: Page) => Locator;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();
const click = (name: string | RegExp) => (page: Page) => button(page, name).click();
const press = (key: string) => (page: Page) => page.keyboard.press(key);
const type = (text: string) => (page: Page) => page.keyboard.type(text);
const dialog = (page: Page) => page.getByRole('dialog').first();
const grid = (page: Page) => page.getByRole('grid', { name: 'Deployments' });
const chart = (page: Page) => page.getByRole('application').first();
const field = (name: string | RegExp) => (page: Page) => page.getByRole('textbox', { name }).first();

/** By page, each from the state that the one before left. */
const SCRIPT: Readonly<Record<string, readonly Interaction[]>> = {
  leaderboard: [
    { name: 'open the workspace menu', act: click(/^Workspace:/), shows: (page) => page.getByRole('menu') },
    { name: 'close the menu', act: press('Escape') },
    { name: 'switch the theme', act: click(/^Theme:/) },
    { name: 'open the palette', act: press('Control+k'), shows: dialog },
    { name: 'type in the palette', act: type('llama') },
    { name: 'next line of the palette', act: press('ArrowDown') },
    { name: 'close the palette', act: press('Escape') },
    {
      name: 'sort',
      act: (page) =>
        grid(page)
          .getByRole('button', { name: /^Per user/ })
          .click(),
    },
    { name: 'select a row', act: (page) => grid(page).getByRole('checkbox').nth(2).click() },
    {
      name: 'open a filter',
      act: click('Filter'),
      shows: (page) => page.getByLabel('Column to filter by'),
    },
    { name: 'close a filter', act: press('Escape') },
    { name: 'open the columns', act: click('Columns'), shows: dialog },
    { name: 'hide a column', act: (page) => dialog(page).getByRole('checkbox').nth(3).click() },
    { name: 'close the columns', act: press('Escape') },
    {
      name: 'hide a series',
      act: (page) => page.getByRole('group', { name: 'Series shown' }).getByRole('button').nth(1).click(),
    },
    { name: 'zoom in', act: click(/^Zoom in/) },
    { name: 'show all', act: click(/^Show all of/) },
    { name: 'hover and pin', act: (page) => chart(page).click({ position: { x: 300, y: 150 } }) },
    { name: 'next point', act: press('ArrowRight') },
    {
      name: 'chart as table',
      act: press('t'),
      shows: (page) => page.getByRole('region', { name: /, table$/ }),
    },
    { name: 'chart again', act: press('t'), shows: chart },
    { name: 'divide by another', act: click('node') },
    {
      name: 'open a row',
      act: (page) => grid(page).getByRole('row').nth(2).getByRole('gridcell').nth(2).click(),
      shows: dialog,
    },
  ],
  projects: [
    {
      name: 'type in a search',
      act: async (page) => {
        await page.getByRole('searchbox', { name: 'Find a project' }).click();
        await page.keyboard.type('llama');
      },
    },
    { name: 'open a dialog', act: click('New project'), shows: (page) => field('Name')(page) },
    { name: 'type in a dialog', act: type('By hand') },
  ],
  job: [
    { name: 'change the tab', act: (page) => page.getByRole('link', { name: 'Logs' }).click() },
    {
      name: 'back to the first tab',
      act: (page) => page.getByRole('link', { name: 'Overview' }).last().click(),
    },
  ],
  submit: [
    {
      name: 'open a searchable choice',
      act: (page) => page.getByRole('combobox', { name: 'Model' }).click(),
      shows: (page) => page.getByRole('option').first(),
    },
    { name: 'type in the choice', act: type('llama-3.1-8b') },
    { name: 'choose', act: press('Enter') },
    {
      name: 'choose a config',
      act: (page) => page.getByRole('radio', { name: /^h100-sxm-x2/ }).click({ force: true }),
    },
    {
      name: 'type in a form',
      act: async (page) => {
        await field('Job name')(page).click();
        await page.keyboard.type('by hand');
      },
    },
    { name: 'a sweep', act: click(/^sweep/) },
  ],
};

/** What each interaction took, in ms, in one run through the script. Throws where one reached nothing. */
async function runThrough(lab: LabBrowser, slow: number): Promise<ReadonlyMap<string, number>> {
  const context = await lab.signIn();
  const took = new Map<string, number>();
  for (const [path, interactions] of Object.entries(SCRIPT)) {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.addInitScript({ content: OBSERVE });
    await page.goto(lab.addressOf(path === 'job' ? `jobs/${lab.telemetryJobIds[0] ?? 1}` : path));
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
      took.set(name, Math.max(SHORTEST_MS, ...taken.took));
    }
    await page.close();
  }
  await context.close();
  return took;
}

/** The interactions of the script on a machine `slow` times slower, and the third quartile of all. */
export async function inputDelays(lab: LabBrowser, slow: number): Promise<readonly Measured[]> {
  const runs: ReadonlyMap<string, number>[] = [];
  for (let index = 0; index < RUNS; index += 1) runs.push(await runThrough(lab, slow));
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
