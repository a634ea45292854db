import { visibleSeries, type ChartLayout, type ChartSpec } from '#lib/charts/chart-spec.ts';
import { gutterWidth, placeInGutter } from '#lib/charts/gutter.ts';
import { placePoint, type Frame } from '#lib/charts/series-geometry.ts';
import { seriesCss } from '#lib/charts/series-style.ts';
import type { PointAddress } from '#lib/charts/walk-points.ts';

interface ChartOverlayProps {
  readonly panels: readonly ChartSpec[];
  readonly index: number;
  readonly hidden: ReadonlySet<string>;
  readonly at: PointAddress;
  readonly frame: Frame;
  /** Of this panel. */
  readonly layout: ChartLayout;
}

/** Crosshair at the x that is read, in every panel, and a ring on the point in its own. */
export function ChartOverlay({ panels, index, hidden, at, frame, layout }: ChartOverlayProps) {
  const source = panels[at.panel];
  const series = source && visibleSeries(source, hidden)[at.series];
  const point = series?.points[at.point];
  if (!series || !point) return null;
  const spot = placeInGutter(layout, frame, point);
  const px = spot?.px ?? frame.x(point.x);
  if (px === null || !(px >= frame.left - gutterWidth(layout) - 1 && px <= frame.right + 1)) return null;
  const isHere = at.panel === index;
  const place = isHere ? (spot ?? placePoint(frame, point)) : null;
  return (
    <>
      <div
        aria-hidden
        className={`${MOVED} w-0 border-l border-line-strong`}
        style={{ height: frame.bottom - frame.top, ...moved(Math.round(px - 0.5), frame.top) }}
      />
      {place && source.kind !== 'bar' && (
        <svg
          aria-hidden
          width={RING}
          height={RING}
          className={MOVED}
          style={moved(place.px - RING / 2, place.py - RING / 2)}
        >
          <circle
            cx={RING / 2}
            cy={RING / 2}
            r={6.5}
            fill="none"
            strokeWidth={1.75}
            style={{ stroke: seriesCss(series.style) }}
          />
        </svg>
      )}
      {isHere && spot === null && point.y === null && (
        <span aria-hidden className={`${MOVED} text-2xs text-ink-2`} style={moved(px + 6, frame.bottom - 20)}>
          {point.note === undefined ? '—' : `— (${point.note})`}
        </span>
      )}
    </>
  );
}

/** Moved by transforms: what only moves is not laid out anew. */
const MOVED = 'pointer-events-none absolute top-0 left-0';
/** Pixels of the ring's box. */
const RING = 16;

const moved = (x: number, y: number) => ({ transform: `translate(${x}px, ${y}px)` });
