import { layoutAxis, type AxisLayout, type AxisScale } from './axis-layout.ts';
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
  /** Bounds of the interval, in units of y. */
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
}

/** The axes of a spec laid out for the series that are shown. */
export interface ChartLayout {
  readonly x: AxisLayout;
  readonly y: AxisLayout;
  /** Points without a value, and values that the axes have no place for. */
  readonly missing: number;
  readonly notPlottable: number;
}

/** The series not hidden, in the order of the spec; nothing else of the spec changes. */
export function visibleSeries(spec: ChartSpec, hidden: ReadonlySet<string>): readonly ChartSeries[] {
  return spec.series.filter(({ id }) => !hidden.has(id));
}

const isNumber = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** Lays out both axes from the visible series and the reference lines, so that hidden series leave no blank area. */
export function layoutChart(spec: ChartSpec, hidden: ReadonlySet<string>): ChartLayout {
  const points = visibleSeries(spec, hidden).flatMap((series) => series.points);
  const referencesOn = (axis: 'x' | 'y'): number[] =>
    (spec.references ?? []).filter((line) => line.axis === axis).map((line) => line.value);
  const xs = points.map((point) => point.x).filter(isNumber);
  const ys = points.map((point) => point.y).filter(isNumber);
  const x = layoutAxis([...xs, ...referencesOn('x')], spec.x);
  const y = layoutAxis([...ys, ...referencesOn('y')], { ...spec.y, zero: spec.kind === 'bar' });
  // Whiskers widen a linear axis; on a log axis a bound at or below zero is cut at the frame, not counted as lost.
  const bounds = points.flatMap(({ lo, hi }) => [lo, hi]).filter(isNumber);
  const fitting = y.scale === 'linear' ? bounds : bounds.filter((bound) => bound > 0);
  const widened =
    fitting.length === 0
      ? y
      : layoutAxis([...ys, ...fitting, ...referencesOn('y')], {
          ...spec.y,
          scale: y.scale,
          zero: spec.kind === 'bar',
        });
  return {
    x,
    y: { ...widened, notPlottable: y.notPlottable },
    missing: points.length - ys.length,
    notPlottable: x.notPlottable + y.notPlottable,
  };
}

/** The notes of panels and those their layouts add, in reading order; what several panels say is said once. */
export function panelNotes(panels: readonly ChartSpec[], hidden: ReadonlySet<string>): string[] {
  const layouts = panels.map((spec) => layoutChart(spec, hidden));
  const sum = (of: (layout: ChartLayout) => number): number =>
    layouts.reduce((total, layout) => total + of(layout), 0);
  const [missing, notPlottable] = [sum((layout) => layout.missing), sum((layout) => layout.notPlottable)];
  return [
    ...new Set(panels.flatMap((spec) => spec.notes ?? [])),
    ...(notPlottable > 0 ? [`${notPlottable} not plottable on a log scale (zero or below)`] : []),
    ...(missing > 0 ? [`${missing} without a value (—)`] : []),
  ];
}
