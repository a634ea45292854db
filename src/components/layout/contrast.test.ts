/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contrastRatio, type Oklch } from '#lib/charts/oklch.ts';

const STYLES = readFileSync(new URL('../../styles.css', import.meta.url), 'utf8');
const NUMBERS = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`;

type Tokens = ReadonlyMap<string, readonly [light: Oklch, dark: Oklch]>;

/** The colours of the block that follows `selector` in the style sheet. */
function tokensOf(selector: string): Tokens {
  const block = STYLES.slice(STYLES.indexOf(`  ${selector} {`)).split('\n  }')[0] ?? '';
  const colour = (parts: readonly (string | undefined)[]): Oklch => {
    const [l = NaN, c = NaN, h = NaN] = parts.map(Number);
    return { l, c, h };
  };
  return new Map(
    [...block.matchAll(new RegExp(`--([\\w-]+): light-dark\\(${NUMBERS}, ${NUMBERS}\\)`, 'g'))].map(
      ([, name = '', ...parts]) => [name, [colour(parts.slice(0, 3)), colour(parts.slice(3))]] as const,
    ),
  );
}

const usual = tokensOf(':root');
const more: Tokens = new Map([...usual, ...tokensOf("[data-contrast='more']")]);

/** Text and what it stands on. */
const TEXT = [
  ...['ground', 'surface', 'raised'].flatMap((ground) =>
    ['ink', 'ink-2', 'ink-3', 'accent', 'good', 'warn', 'bad'].map((ink) => [ink, ground] as const),
  ),
  ['accent', 'accent-soft'],
  ['on-accent', 'accent'],
  ['good', 'good-soft'],
  ['warn', 'warn-soft'],
  ['bad', 'bad-soft'],
] as const;

/** Pairs below the least contrast, with what they have. */
function below(least: number, tokens: Tokens, pairs: readonly (readonly [string, string])[]): string[] {
  return pairs.flatMap(([first, second]) =>
    ([0, 1] as const).flatMap((theme) => {
      const [one, two] = [tokens.get(first)?.[theme], tokens.get(second)?.[theme]];
      const ratio = one === undefined || two === undefined ? 0 : contrastRatio(one, two);
      return ratio >= least
        ? []
        : [`${theme === 0 ? 'light' : 'dark'} ${first} on ${second}: ${ratio.toFixed(2)}`];
    }),
  );
}

it('has text that anybody can read: 4.5 to 1, and 7 to 1 in high contrast', () => {
  expect(below(4.5, usual, TEXT)).toEqual([]);
  expect(below(7, more, TEXT)).toEqual([]);
});

it('has edges of controls at 3 to 1 in high contrast, and lines too', () => {
  const edges = ['ground', 'surface'].flatMap((ground) => [
    ['line-strong', ground] as const,
    ['line', ground] as const,
  ]);
  expect(below(3, more, edges)).toEqual([]);
});
