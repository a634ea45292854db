import { SERIES_BASE, type ThemeName } from './chart-theme.ts';
import { MARKERS, type Marker } from './marker-path.ts';
import { oklchHex, type Oklch } from './oklch.ts';

/** What a series is, by ids and not by its printed name. */
export interface SeriesIdentity {
  readonly id: string;
  /** Hardware vendor as the catalogue writes it: nvidia, amd, intel, google; anything else is "others". */
  readonly vendor?: string | null | undefined;
  /** Architecture as the catalogue writes it: hopper, blackwell, cdna3 … */
  readonly architecture?: string | null | undefined;
}

/** How a series is drawn: hue and lightness say the hardware, dash and marker tell siblings apart. */
export interface SeriesStyle {
  readonly hue: number;
  /** Added to the theme's base lightness (--s-l) and chroma (--s-c). */
  readonly lightness: number;
  readonly chroma: number;
  readonly marker: Marker;
  /** SVG dash lengths in pixels; empty is solid. */
  readonly dash: readonly number[];
  /** Dashes where colours are few or must not be needed (forced colours, high contrast); absent: those of `dash`. */
  readonly contrastDash?: readonly number[] | undefined;
}

const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 3], [9, 3, 2, 3]];

/** Centre and half width of each vendor's hue band, in degrees. */
const VENDOR_HUES: Readonly<Record<string, readonly [number, number]>> = {
  nvidia: [134, 28],
  amd: [34, 10],
  intel: [246, 14],
  google: [82, 9],
};
const OTHER_HUES = [308, 18] as const;

/** Age in generations of what is sold today; unknown architectures count as current. */
const AGES: Readonly<Record<string, number>> = {
  blackwell: 0,
  hopper: 1,
  ada: 2,
  ampere: 2,
  cdna4: 0,
  cdna3: 1,
  cdna2: 2,
  gaudi3: 0,
  xe2: 0,
  gaudi2: 1,
  'tpu-v6e': 0,
  'tpu-v5p': 1,
  'tpu-v5e': 2,
};
/** Older is lighter, as far as 3:1 against the ground allows. */
const LIGHTNESS = [-0.05, 0.015, 0.075] as const;
const CHROMA = [0, -0.01, -0.03] as const;

/** 32-bit FNV-1a of a string: the same in every browser and release, so a series keeps its look. */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  // FNV leaves the low bits of short strings alike; one round of mixing spreads them.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

const variants = MARKERS.length * DASHES.length;

/** Steps across a vendor's hue band. */
const HUE_STEPS = 5;

/** Takes the first free of `count` choices from `wanted` on; `wanted` itself where all are taken. */
function firstFree(wanted: number, count: number, isTaken: (choice: number) => boolean): number {
  for (let tries = 0; tries < count; tries += 1) {
    const choice = (wanted + tries) % count;
    if (!isTaken(choice)) return choice;
  }
  return wanted;
}

function styleOf(identity: SeriesIdentity, variant: number, hueStep: number): SeriesStyle {
  const [centre, spread] = VENDOR_HUES[identity.vendor?.toLowerCase() ?? ''] ?? OTHER_HUES;
  const age = AGES[identity.architecture?.toLowerCase() ?? ''] ?? 0;
  return {
    hue: centre + spread * ((2 * hueStep) / (HUE_STEPS - 1) - 1),
    lightness: LIGHTNESS[age] ?? 0,
    chroma: CHROMA[age] ?? 0,
    marker: MARKERS[variant % MARKERS.length] ?? 'circle',
    dash: DASHES[Math.floor(variant / MARKERS.length) % DASHES.length] ?? [],
  };
}

/**
 * Styles for all series of a chart, hidden ones too, by id. A style depends on the series alone, save where two of
 * the chart would get the same hue or marker: then the later id takes the next free one. No two of 24 series share
 * both marker and dash; beyond that pairs repeat.
 */
export function seriesStyles(identities: readonly SeriesIdentity[]): ReadonlyMap<string, SeriesStyle> {
  const styles = new Map<string, SeriesStyle>();
  const [usedPairs, usedMarkers, usedHues] = [new Set<number>(), new Set<number>(), new Set<string>()];
  const ordered = [...identities].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  for (const identity of ordered) {
    if (styles.has(identity.id)) continue;
    // Markers are the stronger sign: prefer an unused one, then an unused pair.
    const wanted = firstFree(stableHash(identity.id) % variants, variants, (choice) =>
      usedMarkers.has(choice % MARKERS.length),
    );
    const variant = firstFree(wanted, variants, (choice) => usedPairs.has(choice));
    const hardware = `${identity.vendor ?? ''} ${identity.architecture ?? ''} `;
    const hueStep = firstFree(stableHash(`${identity.id}#hue`) % HUE_STEPS, HUE_STEPS, (choice) =>
      usedHues.has(hardware + String(choice)),
    );
    usedPairs.add(variant);
    usedMarkers.add(variant % MARKERS.length);
    usedHues.add(hardware + String(hueStep));
    styles.set(identity.id, styleOf(identity, variant, hueStep));
  }
  return styles;
}

const DEVICE_HUES = [-1.2, 1.2, 0, -0.6, 0.6];

/** Long dashes and short gaps: a spike is seldom lost in one. One for each of the eight GPUs of a server. */
const DEVICE_DASHES: readonly (readonly number[])[] = [
  [],
  [12, 2],
  [6, 2],
  [3, 2],
  [12, 2, 2, 2],
  [6, 2, 2, 2],
  [12, 2, 2, 2, 2, 2],
  [6, 2, 2, 2, 2, 2],
];

/** Styles of like devices counted from 0 (the GPUs of one server): hue and lightness spread in the vendor's band. */
export function deviceStyle(index: number, vendor: string | null | undefined): SeriesStyle {
  const [centre, spread] = VENDOR_HUES[vendor?.toLowerCase() ?? ''] ?? OTHER_HUES;
  return {
    hue: centre + spread * (DEVICE_HUES[index % DEVICE_HUES.length] ?? 0),
    lightness: LIGHTNESS[index % LIGHTNESS.length] ?? 0,
    chroma: 0,
    marker: MARKERS[index % MARKERS.length] ?? 'circle',
    // Dashes eat the spikes of dense series, so only what hue and lightness cannot tell apart gets them.
    dash: index < DEVICE_HUES.length ? [] : [7, 2],
    contrastDash: DEVICE_DASHES[index % DEVICE_DASHES.length],
  };
}

const signed = (value: number): string => `${value < 0 ? '-' : '+'} ${Number(Math.abs(value).toFixed(3))}`;

/** The series' colour as CSS that follows the theme's --s-l and --s-c. */
export function seriesCss({ hue, lightness, chroma }: SeriesStyle): string {
  return `oklch(calc(var(--s-l) ${signed(lightness)}) calc(var(--s-c) ${signed(chroma)}) ${Number(hue.toFixed(1))})`;
}

/** The series' colour in a theme, in OKLCH. */
export function seriesOklch({ hue, lightness, chroma }: SeriesStyle, theme: ThemeName): Oklch {
  const base = SERIES_BASE[theme];
  return { l: base.l + lightness, c: base.c + chroma, h: hue };
}

/** The series' colour in a theme as `#rrggbb`, for exported documents. */
export function seriesHex(style: SeriesStyle, theme: ThemeName): string {
  return oklchHex(seriesOklch(style, theme));
}
