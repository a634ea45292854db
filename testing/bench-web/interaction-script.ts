import type { Locator, Page } from '@playwright/test';

/** Something a person does on a page. */
export interface Interaction {
  readonly name: string;
  readonly act: (page: Page) => Promise<unknown>;
  /** What has to be there before the next one. */
  readonly shows?: (page: Page) => Locator;
}

/** Parts of addresses that differ from lab to lab. */
export interface ScriptPlaces {
  /** "runs/7" */
  readonly run: string;
  readonly jobIds: readonly number[];
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();
const click = (name: string | RegExp) => (page: Page) => button(page, name).click();
const press = (key: string) => (page: Page) => page.keyboard.press(key);
const type = (text: string) => (page: Page) => page.keyboard.type(text);
const dialog = (page: Page) => page.getByRole('dialog').first();
const grid = (page: Page) => page.getByRole('grid').first();
const chart = (page: Page) => page.getByRole('application').first();
const field = (name: string | RegExp) => (page: Page) => page.getByRole('textbox', { name }).first();
const twin = (page: Page) => page.getByRole('region', { name: /, table$/ });

const sort = (column: RegExp): Interaction => ({
  name: 'sort',
  act: (page) => grid(page).getByRole('button', { name: column }).click(),
});
const SELECT_ROW: Interaction = {
  name: 'select a row',
  act: (page) => grid(page).getByRole('checkbox').nth(2).click(),
};
const hideSeries = (nth: number): Interaction => ({
  name: 'hide a series',
  act: (page) =>
    page.getByRole('group', { name: 'Series shown' }).first().getByRole('button').nth(nth).click(),
});
const ZOOM: readonly Interaction[] = [
  { name: 'zoom in', act: click(/^Zoom in/) },
  { name: 'show all', act: click(/^Show all of/) },
];
const AS_TABLE: readonly Interaction[] = [
  { name: 'chart as table', act: click(/^Table of/), shows: twin },
  { name: 'chart again', act: click(/^Table of/), shows: chart },
];
/** The next one of a select. Giving it the focus by hand is no input. */
const step = (name: string, control: string, key: string): Interaction => ({
  name,
  act: async (page) => {
    await page.getByLabel(control, { exact: true }).first().focus();
    await page.keyboard.press(key);
  },
});

/** By the address of a page, in order, each from the state that the one before left. */
export function interactionScript({
  run,
  jobIds,
}: ScriptPlaces): Readonly<Record<string, readonly Interaction[]>> {
  return {
    leaderboard: [
      { name: 'open the workspace menu', act: click(/^Workspace:/), shows: (page) => page.getByRole('menu') },
      { name: 'close the menu', act: press('Escape') },
      { name: 'switch the theme', act: click(/^Theme:/) },
      { name: 'open the palette', act: press('Control+k'), shows: dialog },
      { name: 'type in the palette', act: type('llama') },
      { name: 'next line of the palette', act: press('ArrowDown') },
      { name: 'close the palette', act: press('Escape') },
      sort(/^Per user/),
      SELECT_ROW,
      {
        name: 'open a filter',
        act: click('Filter'),
        shows: (page) => page.getByLabel('Column to filter by'),
      },
      { name: 'close a filter', act: press('Escape') },
      { name: 'open the columns', act: click('Columns'), shows: dialog },
      { name: 'hide a column', act: (page) => dialog(page).getByRole('checkbox').nth(3).click() },
      { name: 'close the columns', act: press('Escape') },
      hideSeries(1),
      ...ZOOM,
      { name: 'hover and pin', act: (page) => chart(page).click({ position: { x: 300, y: 150 } }) },
      { name: 'next point', act: press('ArrowRight') },
      { name: 'chart as table', act: press('t'), shows: twin },
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
    [run]: [
      sort(/^Output per GPU/),
      SELECT_ROW,
      { name: 'only completed jobs', act: click(/^completed/) },
      { name: 'only columns that differ', act: click('only columns that differ') },
      hideSeries(0),
      { name: 'show the series again', act: hideSeries(0).act },
      ...ZOOM,
      ...AS_TABLE,
      step('another metric of the chart', 'Metric of the upper chart', 'ArrowDown'),
      step('another metric of the matrix', 'Metric of the matrix', 'ArrowDown'),
    ],
    [`jobs/${jobIds[0] ?? 1}`]: [
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
    cost: [
      sort(/^Per user/),
      {
        name: 'a little less use',
        act: async (page) => {
          await page.getByRole('slider').focus();
          await page.keyboard.press('ArrowLeft');
        },
      },
      step('other tokens', 'Tokens counted', 'ArrowDown'),
      hideSeries(1),
      ...ZOOM,
      ...AS_TABLE,
      { name: 'over the price', act: click('over price') },
      {
        name: 'a price of one’s own',
        act: async (page) => {
          await page
            .getByLabel(/^Your price of/)
            .first()
            .click();
          await page.keyboard.type('2');
        },
      },
    ],
    'compare?view=frameworks': [
      sort(/^Per user/),
      hideSeries(1),
      ...ZOOM,
      ...AS_TABLE,
      step('another metric', 'Vertical axis', 'ArrowDown'),
      { name: 'hide dominated', act: click('hide dominated') },
      {
        name: 'open a row',
        act: (page) => grid(page).getByRole('row').nth(2).getByRole('gridcell').nth(2).click(),
        shows: dialog,
      },
    ],
    'compare?view=concurrency': [
      sort(/^Per user/),
      hideSeries(1),
      { name: 'show all series', act: click(/^Show all \d+/) },
      step('another metric', 'Metric of the upper chart', 'ArrowDown'),
    ],
    [`compare?jobs=${jobIds.slice(0, 6).join(',')}`]: [
      { name: 'all lines', act: click('only what differs') },
      { name: 'another baseline', act: click('make baseline') },
      { name: 'take one out', act: click(/^Remove /) },
    ],
  };
}
