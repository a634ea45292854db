import type { Ruler } from '#lib/charts/ruler.ts';
import type { AxisZoom } from '#lib/charts/zoom.ts';
import { listParam, type Param } from '#src/url/search.ts';

/**
 * What of a page's charts lives in the URL. Zoom and ruler belong to metrics, not to a chart: charts of a page that
 * share an axis look at the same stretch of it, and another metric starts unzoomed.
 */
export interface ChartView {
  readonly zoom: readonly AxisZoom[];
  readonly ruler: Ruler | null;
  /** Tokens of hidden series; absent where the page keeps them in its own way. */
  readonly hidden?: readonly string[];
  /** Names of the charts that are shown as tables; absent where the page does not keep it. */
  readonly table?: readonly string[];
}

const KEY = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
/** More axes than any page has. */
const MOST_ZOOMS = 12;

function numberOf(text: string | undefined): number | null {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  // Minus zero is written as zero.
  return Number.isFinite(value) ? value + 0 : null;
}

/** "x:concurrency:8:64". */
function readZoom(text: string): AxisZoom | null {
  const [axis, key, low, high, ...rest] = text.split(':');
  const [from, to] = [numberOf(low), numberOf(high)];
  if ((axis !== 'x' && axis !== 'y') || key === undefined || !KEY.test(key) || rest.length > 0) return null;
  return from !== null && to !== null && from < to ? { axis, key, from, to } : null;
}

const names = listParam();

const zoomParam: Param<readonly AxisZoom[]> = {
  fallback: [],
  read: (text) => {
    const found = new Map<string, AxisZoom>();
    for (const item of names.read(text)) {
      const zoom = readZoom(item);
      const name = zoom && zoom.axis + zoom.key;
      if (zoom && name !== null && !found.has(name) && found.size < MOST_ZOOMS) found.set(name, zoom);
    }
    return [...found.values()];
  },
  write: (value) => names.write(value.map(({ axis, key, from, to }) => [axis, key, from, to].join(':'))),
};

const TOKEN = /^[0-9a-z]{1,13}$/;

/** "concurrency:32", with a baseline "concurrency:32:1x9k". */
const rulerParam: Param<Ruler | null> = {
  fallback: null,
  read: (text) => {
    const [key, place, base, ...rest] = (text ?? '').split(':');
    const at = numberOf(place);
    if (key === undefined || !KEY.test(key) || at === null || rest.length > 0) return null;
    if (base !== undefined && !TOKEN.test(base)) return null;
    return { key, at, base: base ?? null };
  },
  write: (value) =>
    value === null
      ? undefined
      : [value.key, value.at, ...(value.base === null ? [] : [value.base])].join(':'),
};

/** The search parameters of a page with charts; spread them into `defineSearch`. */
export function chartParams(): {
  zoom: Param<readonly AxisZoom[]>;
  ruler: Param<Ruler | null>;
  hidden: Param<readonly string[]>;
  table: Param<readonly string[]>;
} {
  return { zoom: zoomParam, ruler: rulerParam, hidden: names, table: names };
}
