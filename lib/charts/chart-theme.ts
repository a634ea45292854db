import { oklchHex, type Oklch } from './oklch.ts';

export type ThemeName = 'light' | 'dark';

/** Base lightness and chroma of series colours: the tokens --s-l and --s-c. */
export const SERIES_BASE: Readonly<Record<ThemeName, { readonly l: number; readonly c: number }>> = {
  light: { l: 0.56, c: 0.135 },
  dark: { l: 0.74, c: 0.13 },
};

/** The SPA's neutral tokens that a chart uses, for documents that have no CSS variables. */
export const CHART_TOKENS = {
  light: {
    ground: { l: 0.982, c: 0.003, h: 250 },
    surface: { l: 1, c: 0, h: 0 },
    raised: { l: 0.966, c: 0.004, h: 250 },
    line: { l: 0.912, c: 0.006, h: 250 },
    lineStrong: { l: 0.84, c: 0.009, h: 250 },
    ink: { l: 0.235, c: 0.02, h: 262 },
    ink2: { l: 0.43, c: 0.02, h: 262 },
    ink3: { l: 0.535, c: 0.018, h: 262 },
    accent: { l: 0.49, c: 0.17, h: 262 },
  },
  dark: {
    ground: { l: 0.168, c: 0.011, h: 262 },
    surface: { l: 0.2, c: 0.013, h: 262 },
    raised: { l: 0.238, c: 0.015, h: 262 },
    line: { l: 0.295, c: 0.016, h: 262 },
    lineStrong: { l: 0.38, c: 0.018, h: 262 },
    ink: { l: 0.935, c: 0.006, h: 262 },
    ink2: { l: 0.79, c: 0.012, h: 262 },
    ink3: { l: 0.665, c: 0.015, h: 262 },
    accent: { l: 0.73, c: 0.125, h: 262 },
  },
} as const satisfies Record<ThemeName, Record<string, Oklch>>;

export type ChartTokenName = keyof (typeof CHART_TOKENS)['light'];

/** The neutral tokens of a theme as `#rrggbb`. */
export function chartTokens(theme: ThemeName): Readonly<Record<ChartTokenName, string>> {
  const colours: Readonly<Record<string, Oklch>> = CHART_TOKENS[theme];
  const entries = Object.entries(colours).map(([name, colour]) => [name, oklchHex(colour)]);
  return Object.fromEntries(entries) as Record<ChartTokenName, string>;
}
