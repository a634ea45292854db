import { grouped } from '#lib/grouped.ts';
import type { ChartPoint, ChartSeries, ChartSpec } from './chart-spec.ts';
import type { FormatValue } from './format-value.ts';
import { interpolateAt } from './interpolate.ts';
import type { Frame } from './series-geometry.ts';
import { stableHash } from './series-style.ts';

/** A place on the x axis at which the curves of a chart are read and compared. */
export interface Ruler {
  /** Key of the x axis, as in the spec: a ruler on one metric says nothing of another. */
  readonly key: string;
  readonly at: number;
  /** Token of the series that the others are compared with; null: the first that has a value. */
  readonly base: string | null;
}

/** What one curve reads at the ruler. */
export interface RulerReading {
  readonly series: ChartSeries;
  /** Null: the curve has no data at this x. */
  readonly y: number | null;
  /** Measured at this x, not interpolated. */
  readonly isMeasured: boolean;
  /** y through the baseline's y; null where either is missing or the baseline's is 0. */
  readonly ratio: number | null;
  readonly isBase: boolean;
}

/** Short name of a series in addresses. */
export const seriesToken = ({ id }: Pick<ChartSeries, 'id'>): string => stableHash(id).toString(36);

/** Whether a chart has curves over a figure: neither bars nor points that nothing joins, nor a trace over time. */
export function isMeasurable(spec: ChartSpec): boolean {
  if (spec.kind === 'bar' || spec.x.categories !== undefined || spec.x.scale === 'duration') return false;
  return spec.kind !== 'scatter' || spec.joinFront === true;
}

/** The points that a curve leads through: in a scatter those of the front. */
const curveOf = ({ points }: ChartSeries): readonly ChartPoint[] =>
  points.filter(({ muted }) => muted !== true);

/** Smallest and largest x of the measured curves; null where there is none. */
export function rulerRange(visible: readonly ChartSeries[]): readonly [number, number] | null {
  let [low, high] = [Infinity, -Infinity];
  for (const { points } of visible) {
    for (const { x, y, muted } of points) {
      if (y === null || muted === true) continue;
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
  }
  return low <= high ? [low, high] : null;
}

/** The x values at which something was measured, ascending: a dragged ruler is drawn to them. */
export function rulerStops(visible: readonly ChartSeries[]): number[] {
  const stops = visible.flatMap((series) => curveOf(series).flatMap(({ x, y }) => (y === null ? [] : [x])));
  return [...new Set(stops)].sort((a, b) => a - b);
}

/**
 * Where a new ruler stands: the measured x in sight at which most curves can be read, of several the middle one; null
 * without data.
 */
export function rulerStart(
  visible: readonly ChartSeries[],
  [low, high]: readonly [number, number] = [-Infinity, Infinity],
): number | null {
  const stops = rulerStops(visible);
  const inSight = stops.filter((x) => x >= low && x <= high);
  const counted = (inSight.length > 0 ? inSight : stops).map((x) => ({
    x,
    count: visible.filter((series) => interpolateAt(curveOf(series), x) !== null).length,
  }));
  const most = Math.max(0, ...counted.map(({ count }) => count));
  const best = counted.filter(({ count }) => count === most);
  return best[Math.floor((best.length - 1) / 2)]?.x ?? null;
}

/**
 * What the curves read at the ruler: measured values as they are, between them by straight lines, nothing outside a
 * curve's own range. Ratios are to the chosen baseline, or to the first curve that has a value.
 */
export function readRuler(visible: readonly ChartSeries[], { at, base }: Ruler): RulerReading[] {
  const read = visible.map((series) => {
    const curve = curveOf(series);
    return {
      series,
      y: interpolateAt(curve, at),
      isMeasured: curve.some(({ x, y }) => x === at && y !== null),
    };
  });
  const chosen = read.find(({ series, y }) => y !== null && seriesToken(series) === base);
  const baseline = chosen ?? read.find(({ y }) => y !== null);
  return read.map((one) => ({
    ...one,
    isBase: one === baseline,
    ratio:
      one.y === null || baseline?.y == null || baseline.y === 0 || one === baseline
        ? null
        : one.y / baseline.y,
  }));
}

/** A ratio as printed: "2.03×". */
export const formatRatio = (ratio: number): string =>
  `${ratio >= 100 ? grouped(Math.round(ratio)) : ratio >= 10 ? ratio.toFixed(1) : ratio.toFixed(2)}×`;

/** What a reading is, in words: "interpolated, 2.03× A", "measured, baseline", "no data at this x". */
export function readingWords({ y, isMeasured, ratio, isBase }: RulerReading, baseName: string): string {
  if (y === null) return 'no data at this x';
  const how = isMeasured ? 'measured' : 'interpolated';
  if (isBase) return `${how}, baseline`;
  return ratio === null ? how : `${how}, ${formatRatio(ratio)} ${baseName}`;
}

/** A dot on a curve at the ruler and its ratio beside it. */
export interface RulerMark {
  readonly reading: RulerReading;
  readonly py: number;
  /** Null for the baseline. */
  readonly label: string | null;
  /** Middle of the label, moved off its neighbours. */
  readonly labelY: number;
}

/** Pixels from label to label. */
const LABEL_STEP = 13;

/** The readings of a ruler placed in a plot, top to bottom, labels clear of each other; those out of sight are left out. */
export function rulerMarks(readings: readonly RulerReading[], frame: Frame): RulerMark[] {
  const placed = readings
    .flatMap((reading) => {
      const py = reading.y === null ? null : frame.y(reading.y);
      if (py === null || !Number.isFinite(py) || py < frame.top - 0.5 || py > frame.bottom + 0.5) return [];
      return [{ reading, py, label: reading.ratio === null ? null : formatRatio(reading.ratio) }];
    })
    .sort((a, b) => a.py - b.py);
  const labelled = placed.filter(({ label }) => label !== null);
  // Pushed down from the top, then back up from the bottom where they would leave the plot.
  const ys = labelled.map(({ py }) => Math.max(frame.top + 6, py));
  for (let index = 1; index < ys.length; index += 1)
    ys[index] = Math.max(ys[index] ?? 0, (ys[index - 1] ?? 0) + LABEL_STEP);
  for (let index = ys.length - 1, limit = frame.bottom - 6; index >= 0; index -= 1, limit -= LABEL_STEP) {
    ys[index] = Math.min(ys[index] ?? 0, limit);
    limit = Math.min(limit, ys[index] ?? limit);
  }
  return placed.map((mark) => ({ ...mark, labelY: ys[labelled.indexOf(mark)] ?? mark.py }));
}

/** The readings as sentences, one a panel: "Ruler at 32 in flight: A 3,214 tokens/s (measured, baseline); B …". */
export function rulerNotes(
  panels: readonly ChartSpec[],
  visibleOf: (spec: ChartSpec) => readonly ChartSeries[],
  ruler: Ruler | null,
  format: FormatValue,
): string[] {
  return panels.flatMap((spec) => {
    if (ruler === null || ruler.key !== spec.x.key || !isMeasurable(spec)) return [];
    const readings = readRuler(visibleOf(spec), ruler);
    const base = readings.find(({ isBase }) => isBase)?.series.name ?? '';
    const parts = readings.map((one) =>
      one.y === null
        ? `${one.series.name}: ${readingWords(one, base)}`
        : `${one.series.name}: ${format(spec.y, one.y)} ${spec.y.unit} (${readingWords(one, base)})`,
    );
    return [`Ruler at ${format(spec.x, ruler.at)} ${spec.x.unit}: ${parts.join('; ')}`];
  });
}
