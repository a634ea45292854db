/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { themeAttributes, THEMES, type Theme } from './theme.ts';

const SCRIPT = readFileSync(new URL('../../../public/theme.js', import.meta.url), 'utf8');

/** What public/theme.js writes on <html>, which no module can share. */
function byScript(stored: string | null, system: { dark: boolean; contrast: boolean }): object {
  const dataset: Record<string, string> = {};
  runInNewContext(SCRIPT, {
    localStorage: { getItem: () => stored },
    document: { documentElement: { dataset } },
    matchMedia: (query: string) => ({ matches: query.includes('dark') ? system.dark : system.contrast }),
  });
  return dataset;
}

it('raises contrast for who chose it and for who asks the system for it', () => {
  const usual = { dark: false, contrast: false };
  expect(themeAttributes('high contrast dark', usual)).toEqual({ theme: 'dark', contrast: 'more' });
  expect(themeAttributes('high contrast light', { dark: true, contrast: false })).toEqual({
    theme: 'light',
    contrast: 'more',
  });
  expect(themeAttributes('dark', usual)).toEqual({ theme: 'dark', contrast: 'usual' });
  expect(themeAttributes('light', { dark: true, contrast: true })).toEqual({
    theme: 'light',
    contrast: 'more',
  });
  expect(themeAttributes('system', { dark: true, contrast: false })).toEqual({
    theme: 'dark',
    contrast: 'usual',
  });
});

it('is set before the first paint by the same rule', () => {
  for (const dark of [false, true])
    for (const contrast of [false, true]) {
      const system = { dark, contrast };
      for (const theme of THEMES)
        expect(byScript(theme, system), theme).toEqual(themeAttributes(theme, system));
      for (const odd of [null, '', 'blue', 'darkdark'])
        expect(byScript(odd, system), String(odd)).toEqual(themeAttributes('system' satisfies Theme, system));
    }
});
