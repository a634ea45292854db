import type { AxisLayout } from './axis-layout.ts';
import type { ChartAxis, ChartLayout, ChartSpec } from './chart-spec.ts';

/** A stretch of an axis that is looked at, in data units. It belongs to the metric: another metric on the axis knows nothing of it. */
export interface AxisZoom {
  readonly axis: 'x' | 'y';
  /** Key of the axis, as in the spec. */
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/** Deepest zoom: this part of the whole axis. Time is looked at closer than figures that are measured to three digits. */
const DEEPEST = 200;
const DEEPEST_IN_TIME = 5000;

type Ends = readonly [number, number];

const isLog = ({ scale }: Pick<AxisLayout, 'scale'>): boolean => scale === 'log10' || scale === 'log2';

const find = (zooms: readonly AxisZoom[], axis: 'x' | 'y', { key }: ChartAxis): AxisZoom | undefined =>
  zooms.find((zoom) => zoom.axis === axis && zoom.key === key);

/** Whether a chart's axes are ones that a stretch can be looked at of: not bars, not names. */
export function isZoomable(spec: ChartSpec): boolean {
  return spec.kind !== 'bar' && spec.x.categories === undefined && spec.x.scale !== 'category';
}

/** The spec with the looked-at stretches as its domains; the same spec where none is of its axes. */
export function applyZoom(spec: ChartSpec, zooms: readonly AxisZoom[]): ChartSpec {
  if (zooms.length === 0 || !isZoomable(spec)) return spec;
  const [x, y] = [find(zooms, 'x', spec.x), find(zooms, 'y', spec.y)];
  if (x === undefined && y === undefined) return spec;
  return {
    ...spec,
    isZoomed: true,
    x: x === undefined ? spec.x : { ...spec.x, domain: [x.from, x.to] },
    y: y === undefined ? spec.y : { ...spec.y, domain: [y.from, y.to] },
  };
}

/** Ends with as many digits as the stretch can be told apart by, so that addresses stay short. */
function rounded([low, high]: Ends, layout: AxisLayout): Ends {
  if (isLog(layout)) return [Number(low.toPrecision(4)), Number(high.toPrecision(4))];
  const step = 10 ** (Math.floor(Math.log10(high - low)) - 3);
  const at = (value: number): number => Number((Math.round(value / step) * step).toPrecision(12)) + 0;
  return [at(low), at(high)];
}

/** Where a value lies on an axis, 0 at its start and 1 at its end, as it is drawn. */
export function shareOf(layout: AxisLayout, value: number): number {
  const place = isLog(layout) ? Math.log : (one: number): number => one;
  const [low, high] = [place(layout.domain[0]), place(layout.domain[1])];
  return (place(value) - low) / (high - low);
}

/** The opposite of `shareOf`. */
export function valueAt(layout: AxisLayout, share: number): number {
  const [low, high] = layout.domain;
  return isLog(layout) ? low * (high / low) ** share : low + (high - low) * share;
}

/**
 * A stretch of an axis from two shares of what is shown now, kept within the whole axis and not deeper than digits
 * tell apart; null where that is the whole.
 */
function stretchOf(now: AxisLayout, whole: AxisLayout, shares: Ends): Ends | null {
  const deepest = 1 / (whole.scale === 'duration' ? DEEPEST_IN_TIME : DEEPEST);
  const [a, b] = [Math.min(shares[0], shares[1]), Math.max(shares[0], shares[1])].map((share) =>
    shareOf(whole, valueAt(now, share)),
  );
  if (a === undefined || b === undefined || !Number.isFinite(a) || !Number.isFinite(b)) return null;
  const span = Math.min(1, Math.max(deepest, b - a));
  const start = Math.max(0, Math.min((a + b - span) / 2, 1 - span));
  if (span > 0.999) return null;
  const ends = rounded([valueAt(whole, start), valueAt(whole, start + span)], whole);
  return ends[1] > ends[0] ? ends : null;
}

/** A move on a chart: the part of each axis, in shares of what is shown, that shall be shown; undefined leaves an axis. */
export interface ZoomMove {
  readonly x?: Ends | undefined;
  readonly y?: Ends | undefined;
}

/** The stretches after a move: those of other charts' axes stay, an axis shown whole has none. */
export function moveZoom(
  zooms: readonly AxisZoom[],
  spec: Pick<ChartSpec, 'x' | 'y'>,
  now: ChartLayout,
  whole: ChartLayout,
  move: ZoomMove,
): readonly AxisZoom[] {
  return (['x', 'y'] as const).reduce<readonly AxisZoom[]>((before, axis) => {
    const shares = move[axis];
    if (shares === undefined) return before;
    const { key } = spec[axis];
    const others = before.filter((zoom) => zoom.axis !== axis || zoom.key !== key);
    const ends = stretchOf(now[axis], whole[axis], shares);
    return ends === null ? others : [...others, { axis, key, from: ends[0], to: ends[1] }];
  }, zooms);
}

/** Without the stretches of these axes. */
export function withoutZoom(
  zooms: readonly AxisZoom[],
  specs: readonly Pick<ChartSpec, 'x' | 'y'>[],
): readonly AxisZoom[] {
  return zooms.filter(({ axis, key }) => !specs.some((spec) => spec[axis].key === key));
}

/** Shares that show `factor` times the stretch (below 1: closer) with the place at `centre` kept where it is. */
export const zoomShares = (factor: number, centre = 0.5): Ends => [
  centre - centre * factor,
  centre + (1 - centre) * factor,
];

/** Shares moved by a part of what is shown. */
export const panShares = (by: number): Ends => [by, 1 + by];

/** Shares that bring a value into what is shown; undefined where it is there already. */
export function sharesToShow(now: AxisLayout, value: number): Ends | undefined {
  const share = shareOf(now, value);
  if (!Number.isFinite(share) || (share >= 0 && share <= 1)) return undefined;
  return panShares(share < 0 ? share - 0.1 : share - 0.9);
}
