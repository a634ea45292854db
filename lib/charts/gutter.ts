import type { ChartLayout, ChartPoint, ChartSeries } from './chart-spec.ts';
import type { PlacedPoint } from './hit-grid.ts';
import { markerPath } from './marker-path.ts';
import type { Frame } from './series-geometry.ts';

/** Height in pixels of the strip below a log axis that shows what the axis has no place for. */
export const GUTTER = 26;

/** Pixels kept below the plot for the gutter. */
export const gutterHeight = (layout: Pick<ChartLayout, 'gutter'>): number => (layout.gutter ? GUTTER : 0);

/** What stands in a gutter: values at or below zero as the series' marker, missing ones as a dash. */
export interface GutterMark extends PlacedPoint {
  readonly path: string;
  readonly isMissing: boolean;
}

const isInGutter = ({ y }: ChartPoint): boolean => y === null || !(y > 0);

/** Marks of the gutter of a log axis; `frame.bottom` is the end of the plot, the gutter begins there. */
export function gutterMarks(visible: readonly ChartSeries[], frame: Frame): GutterMark[] {
  const py = frame.bottom + GUTTER / 2;
  return visible.flatMap((series, seriesIndex) =>
    series.points.flatMap((point, pointIndex): GutterMark[] => {
      const px = isInGutter(point) ? frame.x(point.x) : null;
      if (px === null || !Number.isFinite(px) || px < frame.left - 0.5 || px > frame.right + 0.5) return [];
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
