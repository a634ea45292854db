/** A point of a chart that has the keyboard's focus: indexes of panel, visible series and point. */
export interface PointAddress {
  readonly panel: number;
  readonly series: number;
  readonly point: number;
}

/** For each panel, for each visible series, the x of its points. */
export type WalkMap = readonly (readonly (readonly number[])[])[];

export type WalkKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home' | 'End';

/** True for the keys that move along a chart. */
export function isWalkKey(key: string): key is WalkKey {
  return ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key);
}

function nearestPoint(xs: readonly number[], x: number): number {
  return xs.reduce(
    (best, value, index) => (Math.abs(value - x) < Math.abs((xs[best] ?? Infinity) - x) ? index : best),
    0,
  );
}

/**
 * The point a key leads to: left and right along the series, up and down to the point nearest in x of the
 * previous or next series (across panels), Home and End to the ends. Gaps are stops too: a missing value is read
 * as missing. Stays where it is at the ends; from null any key goes to the first point. Null if there are no points.
 */
export function walkPoints(map: WalkMap, from: PointAddress | null, key: WalkKey): PointAddress | null {
  const tracks = map.flatMap((panel, panelIndex) =>
    panel.flatMap((xs, seriesIndex) =>
      xs.length === 0 ? [] : [{ panel: panelIndex, series: seriesIndex, xs }],
    ),
  );
  const at = tracks.findIndex(({ panel, series }) => panel === from?.panel && series === from.series);
  const track = tracks[at] ?? tracks[0];
  if (track === undefined) return null;
  const { panel, series, xs } = track;
  if (from === null || at < 0) return { panel, series, point: 0 };
  const point = Math.min(from.point, xs.length - 1);
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const next = tracks[at + (key === 'ArrowUp' ? -1 : 1)];
    if (next === undefined) return { panel, series, point };
    return { panel: next.panel, series: next.series, point: nearestPoint(next.xs, xs[point] ?? 0) };
  }
  const moved = { ArrowLeft: point - 1, ArrowRight: point + 1, Home: 0, End: xs.length - 1 }[key];
  return { panel, series, point: Math.max(0, Math.min(xs.length - 1, moved)) };
}
