import { grouped } from '#lib/grouped.ts';
import {
  extentOf,
  grow,
  joinExtents,
  layoutExtent,
  noValues,
  positiveExtent,
  type AxisLayout,
  type AxisScale,
  type Extent,
} from './axis-layout.ts';
import type { SeriesStyle } from './series-style.ts';

/** One axis of a chart. The label carries the unit: "TTFT p50 (ms)". */
export interface ChartAxis {
  /** Metric key the values are printed by, or a name of the chart's own ("elapsed_s", "percentile"). */
  readonly key: string;
  readonly label: string;
  /** Unit alone, as spoken after a value; '' for none. */
  readonly unit: string;
  readonly scale: AxisScale | 'auto';
  readonly better?: 'higher' | 'lower' | 'none' | undefined;
  readonly domain?: readonly [number, number] | undefined;
  readonly integer?: boolean | undefined;
  readonly categories?: readonly string[] | undefined;
}

/** One value of a series. A null y is a gap: it is listed in the table and never drawn as 0. */
export interface ChartPoint {
  readonly x: number;
  readonly y: number | null;
  /** What the point is beside its series, as spoken: "concurrency 64". */
  readonly label: string;
  /** Bounds of the interval, in units of y; `lo` alone where it has no upper end. */
  readonly lo?: number | null | undefined;
  readonly hi?: number | null | undefined;
  /** Samples behind the value. */
  readonly n?: number | null | undefined;
  /** Why there is no value, or a known issue: "n < 100". */
  readonly note?: string | undefined;
  /** Drawn faded and off the line: dominated in a scatter. */
  readonly muted?: boolean | undefined;
  /** The line does not lead from here to the next point. */
  readonly lineEnds?: boolean | undefined;
  /** Address of what the point stands for: its job, its run. */
  readonly href?: string | undefined;
}

/** Points of one entity, in the order the line follows. */
export interface ChartSeries {
  readonly id: string;
  readonly name: string;
  readonly style: SeriesStyle;
  readonly points: readonly ChartPoint[];
}

/** A line across the plot at one value: a limit, a target, a plateau. */
export interface ChartReference {
  readonly axis: 'x' | 'y';
  readonly value: number;
  readonly label: string;
}

/** A shaded stretch of the x axis, as the measured window of a telemetry chart. */
export interface ChartBand {
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

/** Line and step join a series' points, scatter does not unless `joinFront`, bar draws them from zero. */
export type ChartKind = 'line' | 'step' | 'scatter' | 'bar';

/** Everything a chart shows, as plain data: screen, SVG, PNG, PDF, table and CSV are all made from it. */
export interface ChartSpec {
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly kind: ChartKind;
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly series: readonly ChartSeries[];
  readonly references?: readonly ChartReference[] | undefined;
  readonly bands?: readonly ChartBand[] | undefined;
  /** Printed below the plot: what was thinned, hidden or assumed. */
  readonly notes?: readonly string[] | undefined;
  /** Lines without markers: dense time series. */
  readonly markers?: 'none' | undefined;
  /** In a scatter, join the points that are not muted. */
  readonly joinFront?: boolean | undefined;
  /** A stretch of the axes is looked at; what lies outside is counted in a note. */
  readonly isZoomed?: boolean | undefined;
}

/** The axes of a spec laid out for the series that are shown. */
export interface ChartLayout {
  readonly x: AxisLayout;
  readonly y: AxisLayout;
  /** Points without a value, and values that an axis has no place for. */
  readonly missing: number;
  readonly notPlottable: number;
  /** Values at or below zero, and missing ones, that a log y axis shows in a gutter below the plot; null: no gutter. */
  readonly gutter: { readonly low: number; readonly missing: number } | null;
  /** Values at or below zero that a log x axis shows in a gutter left of the plot; 0: no gutter. */
  readonly sideGutter: number;
  /** Points cut off by the ends of an axis. */
  readonly outside: number;
}

/** The series not hidden, in the order of the spec; nothing else of the spec changes. */
export function visibleSeries(spec: ChartSpec, hidden: ReadonlySet<string>): readonly ChartSeries[] {
  return spec.series.filter(({ id }) => !hidden.has(id));
}

const isNumber = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value);

const isLog = ({ scale }: AxisLayout): boolean => scale === 'log10' || scale === 'log2';

/** Whether a point lies in the stretch that is looked at; in a chart that is not zoomed every point does. */
export function isInZoom(spec: ChartSpec, point: ChartPoint): boolean {
  if (spec.isZoomed !== true) return true;
  const within = (domain: ChartAxis['domain'], value: number | null): boolean =>
    domain === undefined || value === null || (value >= domain[0] && value <= domain[1]);
  return within(spec.x.domain, point.x) && within(spec.y.domain, point.y);
}

/** What the axes need to know of a series' points. */
interface Extents {
  readonly x: Extent;
  readonly y: Extent;
  /** Ends of intervals. */
  readonly bounds: Extent;
}

/** The extents of points, or of those whose x lies between two ends. */
function measure(points: readonly ChartPoint[], ends?: readonly [number, number]): Extents {
  const [xs, ys, bounds] = [noValues(), noValues(), noValues()];
  for (const { x, y, lo, hi } of points) {
    if (ends && !(x >= ends[0] && x <= ends[1])) continue;
    if (isNumber(x)) grow(xs, x);
    if (isNumber(y)) grow(ys, y);
    if (isNumber(lo)) grow(bounds, lo);
    if (isNumber(hi)) grow(bounds, hi);
  }
  return { x: xs, y: ys, bounds };
}

/** By the points of a series, which are never changed: panning lays a chart out sixty times a second. */
const measured = new WeakMap<readonly ChartPoint[], Extents>();

function measureOnce(points: readonly ChartPoint[]): Extents {
  const known = measured.get(points);
  if (known) return known;
  const made = measure(points);
  measured.set(points, made);
  return made;
}

/** By spec and hidden series, which both are never changed: axes, notes and labels ask for the same layout. */
const layouts = new WeakMap<ChartSpec, WeakMap<ReadonlySet<string>, ChartLayout>>();

/** Lays out both axes from the visible series and the reference lines, so that hidden series leave no blank area. */
export function layoutChart(spec: ChartSpec, hidden: ReadonlySet<string>): ChartLayout {
  const ofSpec = layouts.get(spec) ?? new WeakMap<ReadonlySet<string>, ChartLayout>();
  layouts.set(spec, ofSpec);
  const known = ofSpec.get(hidden);
  if (known) return known;
  const made = layOut(spec, hidden);
  ofSpec.set(hidden, made);
  return made;
}

function layOut(spec: ChartSpec, hidden: ReadonlySet<string>): ChartLayout {
  const visible = visibleSeries(spec, hidden);
  const all = visible.map(({ points }) => measureOnce(points));
  // Looked at a stretch of x, y is fitted to what lies in it.
  const ends = spec.isZoomed === true && spec.y.domain === undefined ? spec.x.domain : undefined;
  const shown = ends === undefined ? all : visible.map(({ points }) => measure(points, ends));
  const join = (series: readonly Extents[], of: keyof Extents): Extent =>
    joinExtents(series.map((extents) => extents[of]));
  const referencesOn = (axis: 'x' | 'y'): Extent =>
    extentOf((spec.references ?? []).filter((line) => line.axis === axis).map((line) => line.value));
  const x = layoutExtent(joinExtents([join(all, 'x'), referencesOn('x')]), spec.x);
  const zero = spec.kind === 'bar';
  const [ys, shownYs] = [join(all, 'y'), join(shown, 'y')];
  // The scale is that of all values: a chart does not change from log to linear as one looks closer.
  const whole = layoutExtent(joinExtents([ys, referencesOn('y')]), { ...spec.y, zero });
  // Whiskers widen a linear axis; on a log axis a bound at or below zero is cut at the frame, not counted as lost.
  const bounds = join(shown, 'bounds');
  const fitting = isLog(whole) ? positiveExtent(bounds) : bounds;
  const isFitted = ends !== undefined && shownYs.count > 0;
  const widened =
    fitting.count === 0 && !isFitted
      ? whole
      : layoutExtent(joinExtents(isFitted ? [shownYs, fitting] : [ys, fitting, referencesOn('y')]), {
          ...spec.y,
          scale: whole.scale,
          zero,
        });
  const y = { ...widened, notPlottable: whole.notPlottable };
  const missing = visible.reduce((sum, { points }) => sum + points.length, 0) - ys.count;
  const hasEnds = spec.x.domain !== undefined || spec.y.domain !== undefined;
  const hasGutters = spec.kind !== 'bar' && spec.markers !== 'none';
  return {
    x,
    y,
    missing,
    notPlottable: x.notPlottable + y.notPlottable,
    gutter: isLog(y) && hasGutters && y.notPlottable + missing > 0 ? { low: y.notPlottable, missing } : null,
    sideGutter: isLog(x) && hasGutters ? x.notPlottable : 0,
    outside: hasEnds ? outsideOf(visible, x, y) : 0,
  };
}

/** The ends of an axis, but for the rounding of them. */
function slackEnds({ domain: [low, high] }: AxisLayout): readonly [number, number] {
  const slack = (high - low) * 1e-6;
  return [low - slack, high + slack];
}

function outsideOf(visible: readonly ChartSeries[], x: AxisLayout, y: AxisLayout): number {
  const [left, right] = slackEnds(x);
  const [bottom, top] = slackEnds(y);
  const [isLogX, isLogY] = [isLog(x), isLog(y)];
  let count = 0;
  for (const { points } of visible) {
    for (const point of points) {
      if (point.y === null || (isLogY && point.y <= 0) || (isLogX && point.x <= 0)) continue;
      if (!(point.x >= left && point.x <= right && point.y >= bottom && point.y <= top)) count += 1;
    }
  }
  return count;
}

/** The notes of panels and those their layouts add, in reading order; what several panels say is said once. */
export function panelNotes(panels: readonly ChartSpec[], hidden: ReadonlySet<string>): string[] {
  return layoutNotes(
    panels,
    panels.map((spec) => layoutChart(spec, hidden)),
  );
}

/** As `panelNotes`, of panels that are laid out already. */
export function layoutNotes(panels: readonly ChartSpec[], layouts: readonly ChartLayout[]): string[] {
  const sum = (of: (layout: ChartLayout) => number): number =>
    layouts.reduce((total, layout) => total + of(layout), 0);
  const [missing, outside] = [sum((layout) => layout.missing), sum((layout) => layout.outside)];
  const low = sum((layout) => layout.gutter?.low ?? 0);
  const left = sum((layout) => layout.sideGutter);
  const unplaced = sum((layout) => layout.notPlottable) - low - left;
  return [
    ...new Set(panels.flatMap((spec) => spec.notes ?? [])),
    ...(outside > 0
      ? [`${grouped(outside)} ${outside === 1 ? 'point' : 'points'} outside what is shown`]
      : []),
    ...(low > 0 ? [`0 or less: ${grouped(low)}, below the log axis`] : []),
    ...(left > 0 ? [`0 or less: ${grouped(left)}, left of the log axis`] : []),
    ...(unplaced > 0 ? [`${unplaced} not plottable on a log scale (zero or below)`] : []),
    ...(missing > 0 ? [`${missing} without a value (—)`] : []),
  ];
}
