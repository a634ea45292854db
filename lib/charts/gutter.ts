import type { ChartLayout, ChartPoint, ChartSeries } from './chart-spec.ts';
import type { PlacedPoint } from './hit-grid.ts';
import { markerPath } from './marker-path.ts';
import type { Frame } from './series-geometry.ts';

/** Height in pixels of the strip below a log axis that shows what the axis has no place for. */
export const GUTTER = 26;

/** Width of the strip left of a log x axis: names of both ticks beside it have room. */
const SIDE_GUTTER = 40;

type Gutters = Pick<ChartLayout, 'gutter' | 'sideGutter'>;

/** Pixels kept below the plot for the gutter. */
export const gutterHeight = (layout: Pick<ChartLayout, 'gutter'>): number => (layout.gutter ? GUTTER : 0);

/** Pixels kept left of the plot for the gutter of a log x axis. */
export const gutterWidth = (layout: Pick<ChartLayout, 'sideGutter'>): number =>
  layout.sideGutter > 0 ? SIDE_GUTTER : 0;

/** What stands in a gutter: values at or below zero as the series' marker, missing ones as a dash. */
export interface GutterMark extends PlacedPoint {
  readonly path: string;
  readonly isMissing: boolean;
}

const isBetween = (pixel: number | null, low: number, high: number): pixel is number =>
  pixel !== null && pixel >= low - 0.5 && pixel <= high + 0.5;

/** Where a point stands that an axis has no place for: below the plot, left of it, or in the corner; null for others. */
export function placeInGutter(
  layout: Gutters,
  frame: Frame,
  { x, y }: ChartPoint,
): { readonly px: number; readonly py: number } | null {
  const isLeft = layout.sideGutter > 0 && !(x > 0);
  const isBelow = layout.gutter !== null && !(y !== null && y > 0);
  if (!isLeft && !isBelow) return null;
  const px = isLeft ? frame.left - SIDE_GUTTER / 2 : frame.x(x);
  const py = isBelow ? frame.bottom + GUTTER / 2 : y === null ? null : frame.y(y);
  if (!isLeft && !isBetween(px, frame.left, frame.right)) return null;
  if (!isBelow && !isBetween(py, frame.top, frame.bottom)) return null;
  return px === null || py === null ? null : { px, py };
}

/** Marks of the gutters of log axes; `frame` is the plot alone, the gutters begin at its bottom and its left. */
export function gutterMarks(layout: Gutters, visible: readonly ChartSeries[], frame: Frame): GutterMark[] {
  return visible.flatMap((series, seriesIndex) =>
    series.points.flatMap((point, pointIndex): GutterMark[] => {
      const place = placeInGutter(layout, frame, point);
      if (place === null) return [];
      const { px, py } = place;
      const isMissing = point.y === null;
      const path = isMissing
        ? `M${(px - 4).toFixed(1)} ${py}H${(px + 4).toFixed(1)}`
        : markerPath(series.style.marker, px, py);
      return [{ px, py, series: seriesIndex, point: pointIndex, path, isMissing }];
    }),
  );
}

/** The gutter's name beside the ticks: "≤ 0", or "—" where only values are missing. */
export const gutterLabel = ({ gutter }: Pick<ChartLayout, 'gutter'>): string =>
  gutter === null ? '' : gutter.low === 0 ? '—' : '≤ 0';
