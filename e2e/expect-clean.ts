import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const ALL = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** The rules whose answer another theme can change. */
const COLOR = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/**
 * Axe finds nothing on the page as it stands, and nothing scrolls it sideways. `rules: 'color'` asks only what a
 * change of theme can have changed. Axe is put into each document once and run there: its own driver for Playwright
 * opens a second page on every call, which takes four times as long as the rules do.
 */
export async function expectClean(page: Page, name: string, rules: 'all' | 'color' = 'all'): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  let { found, overflow } = await look(page, rules);
  // A colour that was on its way to its next value when axe read it is there at the second look.
  if (found.length > 0) ({ found, overflow } = await look(page, rules));
  expect.soft(found, name).toEqual([]);
  expect.soft(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}

function look(page: Page, rules: 'all' | 'color') {
  return page.evaluate(
    async (runOnly) => {
      // What a change of theme sets going has ended, however short its transition.
      for (let i = 0; i < 2; i += 1) await new Promise(requestAnimationFrame);
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
        runOnly: runOnly as axe.RunOnly,
        resultTypes: ['violations'],
      });
      return {
        found: violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
        ),
        // Of the page, and of what is open over it.
        overflow: Math.max(
          ...[document.documentElement, ...document.querySelectorAll('[role=dialog], [role=dialog] > *')].map(
            ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
          ),
        ),
      };
    },
    rules === 'all' ? ALL : COLOR,
  );
}
