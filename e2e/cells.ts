import type { Locator } from '@playwright/test';

/** Numbers of the drawn cells of a column, from the top; NaN for what is missing. */
export async function numbersOf(grid: Locator, header: string): Promise<number[]> {
  const head = grid.getByRole('columnheader', { name: header }).first();
  const index = (await head.getAttribute('aria-colindex')) ?? '';
  const texts = await grid.locator(`td[aria-colindex="${index}"]`).allInnerTexts();
  return texts.map((text) => Number.parseFloat(text.replaceAll(',', '')));
}

/** Whether rows with numbers stand in that order. */
export function isOrdered(numbers: readonly number[], direction: 'ascending' | 'descending'): boolean {
  const given = numbers.filter((n) => !Number.isNaN(n));
  const sign = direction === 'ascending' ? 1 : -1;
  return given.length > 2 && given.every((n, i) => i === 0 || sign * (n - (given[i - 1] ?? n)) >= 0);
}
