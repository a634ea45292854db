import { visibleSeries, type ChartSpec } from '#lib/charts/chart-spec.ts';
import { GUTTER } from '#lib/charts/gutter.ts';
import { placePoint, type Frame } from '#lib/charts/series-geometry.ts';
import { seriesCss } from '#lib/charts/series-style.ts';
import { useCursor, type CursorStore } from './chart-cursor.ts';

interface ChartOverlayProps {
  readonly panels: readonly ChartSpec[];
  readonly index: number;
  readonly hidden: ReadonlySet<string>;
  readonly store: CursorStore;
  readonly frame: Frame;
  /** Missing values and those a log axis has no place for stand in a strip below the plot. */
  readonly hasGutter: boolean;
  readonly width: number;
  readonly height: number;
}

/** Crosshair at the x that is read, in every panel, and a ring on the point in its own. */
export function ChartOverlay({
  panels,
  index,
  hidden,
  store,
  frame,
  hasGutter,
  width,
  height,
}: ChartOverlayProps) {
  const at = useCursor(store, (cursor) => cursor.at);
  const source = at && panels[at.panel];
  const series = source && visibleSeries(source, hidden)[at.series];
  const point = series?.points[at?.point ?? -1];
  const px = point && frame.x(point.x);
  if (!at || !series || !point || px == null || px < frame.left - 1 || px > frame.right + 1) return null;
  const isHere = at.panel === index;
  const inPlot = isHere ? placePoint(frame, point) : null;
  const inGutter = isHere && hasGutter && inPlot === null && !(point.y !== null && point.y > 0);
  const place = inGutter ? { px, py: frame.bottom + GUTTER / 2 } : inPlot;
  return (
    <svg aria-hidden className="pointer-events-none absolute inset-0" width={width} height={height}>
      <line x1={px} x2={px} y1={frame.top} y2={frame.bottom} stroke="var(--line-strong)" />
      {place && source.kind !== 'bar' && (
        <circle
          cx={place.px}
          cy={place.py}
          r={6.5}
          fill="none"
          strokeWidth={1.75}
          style={{ stroke: seriesCss(series.style) }}
        />
      )}
      {isHere && !hasGutter && point.y === null && (
        <text x={px + 6} y={frame.bottom - 6} fontSize={11} fill="var(--ink-2)">
          {point.note === undefined ? '—' : `— (${point.note})`}
        </text>
      )}
    </svg>
  );
}
