import { expect, it } from 'vitest';
import { CHART_TOKENS, type ThemeName } from './chart-theme.ts';
import { contrastRatio, oklchHex, oklchToLinearRgb, type LinearRgb } from './oklch.ts';
import {
  deviceStyle,
  seriesCss,
  seriesHex,
  seriesOklch,
  seriesStyles,
  type SeriesStyle,
} from './series-style.ts';

const THEMES: ThemeName[] = ['light', 'dark'];
const HARDWARE = [
  ['nvidia', 'blackwell'],
  ['nvidia', 'hopper'],
  ['nvidia', 'ampere'],
  ['amd', 'cdna4'],
  ['amd', 'cdna3'],
  ['amd', 'cdna2'],
  ['intel', 'gaudi3'],
  ['google', 'tpu-v6e'],
  ['google', 'tpu-v5e'],
  ['aws', 'trn2'],
] as const;
const many = HARDWARE.flatMap(([vendor, architecture]) =>
  Array.from({ length: 12 }, (_, index) => ({ id: `${architecture}-${index}`, vendor, architecture })),
);
const styleOf = (id: string, vendor?: string, architecture?: string): SeriesStyle => {
  const style = seriesStyles([{ id, vendor, architecture }]).get(id);
  if (!style) throw new Error(`no style for ${id}`);
  return style;
};

it('gives a series the same look whatever the order and the printed name', () => {
  expect([...seriesStyles(many)].sort()).toEqual([...seriesStyles([...many].reverse())].sort());
});

it('keeps a look from release to release', () => {
  expect(styleOf('h200|vllm|fp8', 'nvidia', 'hopper')).toEqual({
    hue: 148,
    lightness: 0.015,
    chroma: -0.01,
    marker: 'wedge',
    dash: [],
  });
});

it('takes the hue from the vendor, unknown ones violet', () => {
  for (const { id, vendor, architecture } of many) {
    const { hue } = styleOf(id, vendor, architecture);
    const [low, high] = {
      nvidia: [106, 162],
      amd: [24, 44],
      intel: [232, 260],
      google: [73, 91],
      aws: [290, 326],
    }[vendor];
    expect(hue).toBeGreaterThanOrEqual(low ?? NaN);
    expect(hue).toBeLessThanOrEqual(high ?? NaN);
  }
});

it('makes older generations lighter', () => {
  const [now, before, old] = ['blackwell', 'hopper', 'ampere'].map(
    (architecture) => styleOf('x', 'nvidia', architecture).lightness,
  );
  expect(now).toBeLessThan(before ?? NaN);
  expect(before).toBeLessThan(old ?? NaN);
});

it('never gives two of up to 24 series the same marker and dash, nor two of six the same marker', () => {
  const pairs = [...seriesStyles(many.slice(0, 24)).values()].map(
    ({ marker, dash }) => `${marker} ${dash.join()}`,
  );
  expect(new Set(pairs).size).toBe(24);
  expect(new Set([...seriesStyles(many.slice(30, 36)).values()].map(({ marker }) => marker)).size).toBe(6);
});

it.each(THEMES)('has 3:1 against the ground and the surface, %s', (theme) => {
  const devices = Array.from({ length: 16 }, (_, index) =>
    ['nvidia', 'amd', 'intel', null].map((vendor) => deviceStyle(index, vendor)),
  ).flat();
  for (const style of [...seriesStyles(many).values(), ...devices]) {
    const colour = seriesOklch(style, theme);
    expect(contrastRatio(colour, CHART_TOKENS[theme].surface), JSON.stringify(style)).toBeGreaterThanOrEqual(
      3,
    );
    expect(contrastRatio(colour, CHART_TOKENS[theme].ground), JSON.stringify(style)).toBeGreaterThanOrEqual(
      3,
    );
  }
});

/** Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB. */
const BLINDNESS: Readonly<Record<string, readonly LinearRgb[]>> = {
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function oklab([r, g, b]: LinearRgb): LinearRgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

it.each(THEMES)(
  'tells any two series of different vendors apart for three kinds of colour blindness, %s',
  (theme) => {
    const [nvidia, amd, intel, google, other] = [
      ['b200', 'nvidia', 'blackwell'],
      ['mi355x', 'amd', 'cdna4'],
      ['gaudi', 'intel', 'gaudi3'],
      ['tpu', 'google', 'tpu-v6e'],
      ['trn', 'aws', 'trn2'],
    ] as const;
    const list = [nvidia, amd, intel, google, other].map(([id, vendor, architecture]) => ({
      id,
      vendor,
      architecture,
    }));
    const styles = [...seriesStyles(list).values()];
    for (const matrix of Object.values(BLINDNESS)) {
      const seen = styles.map((style) => {
        const rgb = oklchToLinearRgb(seriesOklch(style, theme));
        const [r, g, b] = matrix.map((row) =>
          Math.min(1, Math.max(0, row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2])),
        );
        return oklab([r ?? 0, g ?? 0, b ?? 0]);
      });
      styles.forEach((first, a) =>
        styles.slice(a + 1).forEach((second, offset) => {
          const [one, two] = [seen[a], seen[a + 1 + offset]];
          const distance = one && two ? Math.hypot(one[0] - two[0], one[1] - two[1], one[2] - two[2]) : 0;
          // Colour may fail (green and amber for the red-blind); then the shape must not.
          if (distance < 0.06) expect(first.marker).not.toBe(second.marker);
        }),
      );
    }
  },
);

it('writes colours for CSS and for documents', () => {
  const style = { hue: 140, lightness: -0.04, chroma: 0, marker: 'circle', dash: [] } as const;
  expect(seriesCss(style)).toBe('oklch(calc(var(--s-l) - 0.04) calc(var(--s-c) + 0) 140)');
  // The sRGB primaries in OKLCH, as CSS Color 4 gives them.
  expect(oklchHex({ l: 0.62796, c: 0.25768, h: 29.234 })).toBe('#ff0000');
  expect(oklchHex({ l: 0.86644, c: 0.29483, h: 142.495 })).toBe('#00ff00');
  expect(oklchHex({ l: 0.45201, c: 0.31321, h: 264.052 })).toBe('#0000ff');
  expect(seriesHex(style, 'dark')).toBe(oklchHex({ l: 0.7, c: 0.13, h: 140 }));
});

it('tells the eight GPUs of a server apart by dashes alone where colours do not count', () => {
  const dashes = [0, 1, 2, 3, 4, 5, 6, 7].map((index) =>
    deviceStyle(index, 'nvidia').contrastDash?.join(' '),
  );
  expect(dashes[0]).toBe('');
  expect(new Set(dashes).size).toBe(8);
  // Dashes start with what is drawn, and no gap hides more than two pixels of a spike.
  for (const index of [1, 2, 3, 4, 5, 6, 7]) {
    const gaps = deviceStyle(index, null).contrastDash?.filter((_, place) => place % 2 === 1) ?? [];
    expect(gaps.length).toBeGreaterThan(0);
    expect(Math.max(...gaps)).toBe(2);
  }
});
