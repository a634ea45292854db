import { memo, useLayoutEffect, useMemo } from 'react';
import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts';
import type { ChartSeries, ChartSpec } from '#lib/charts/chart-spec.ts';
import { hasRoomRight, placedPoints, seriesGeometry, type Frame } from '#lib/charts/series-geometry.ts';
import type { PlacedPoint } from '#lib/charts/hit-grid.ts';
import { seriesCss } from '#lib/charts/series-style.ts';
import { useCursor, type CursorStore } from './chart-cursor.ts';

/** Where the chart put its points: what hover, keyboard and overlays work from. */
export interface Placement {
  readonly frame: Frame;
  readonly points: readonly PlacedPoint[];
}

interface PlotLayerProps {
  readonly spec: ChartSpec;
  readonly visible: readonly ChartSeries[];
  readonly store: CursorStore;
  readonly onPlace: (placement: Placement) => void;
}

const asNumber = (pixel: number | undefined): number | null => pixel ?? null;

function useFrame(): Frame | null {
  const [x, y, area] = [useXAxisScale(), useYAxisScale(), usePlotArea()];
  return useMemo(() => {
    if (!x || !y || !area) return null;
    return {
      x: (value) => asNumber(x(value)),
      y: (value) => asNumber(y(value)),
      left: area.x,
      right: area.x + area.width,
      top: area.y,
      bottom: area.y + area.height,
    };
  }, [x, y, area]);
}

/** The series inside a Recharts frame: one path a layer and series, whatever the number of points. */
export const PlotLayer = memo(function PlotLayer({ spec, visible, store, onPlace }: PlotLayerProps) {
  const frame = useFrame();
  const emphasis = useCursor(store, (cursor) => cursor.emphasis);
  const drawn = useMemo(
    () =>
      frame
        ? visible.map((series, index) => ({
            series,
            ...seriesGeometry(spec, series, frame, index, visible.length),
          }))
        : [],
    [spec, visible, frame],
  );
  useLayoutEffect(() => {
    if (frame) onPlace({ frame, points: placedPoints(spec, visible, frame) });
  }, [spec, visible, frame, onPlace]);
  return (
    <g>
      {drawn.map(({ series, line, markers, muted, whiskers, bars }) => {
        const colour = seriesCss(series.style);
        return (
          <g key={series.id} opacity={emphasis === null || emphasis === series.id ? undefined : 0.2}>
            {bars && <path d={bars} style={{ fill: colour }} />}
            {whiskers && <path d={whiskers} fill="none" style={{ stroke: colour }} />}
            {line && (
              <path
                d={line}
                fill="none"
                strokeWidth={spec.markers === 'none' ? 1.25 : 1.75}
                strokeLinejoin="round"
                strokeDasharray={series.style.dash.join(' ') || undefined}
                style={{ stroke: colour }}
              />
            )}
            {muted && <path d={muted} opacity={0.35} style={{ fill: colour }} />}
            {markers && <path d={markers} style={{ fill: colour }} />}
          </g>
        );
      })}
      {frame && <References spec={spec} frame={frame} />}
    </g>
  );
});

const HALO = { stroke: 'var(--surface)', strokeWidth: 3, paintOrder: 'stroke' } as const;

function References({ spec, frame }: { readonly spec: ChartSpec; readonly frame: Frame }) {
  return (spec.references ?? []).map(({ axis, value, label }) => {
    const at = frame[axis](value);
    if (at === null) return null;
    const isAcross = axis === 'y';
    const ends = isAcross
      ? { x1: frame.left, x2: frame.right, y1: at, y2: at }
      : { x1: at, x2: at, y1: frame.top, y2: frame.bottom };
    const anchor = isAcross
      ? { x: frame.left + 5, y: at - 5 }
      : hasRoomRight(frame, at, label)
        ? { x: at + 5, y: frame.top + 10 }
        : { x: at - 5, y: frame.top + 10, textAnchor: 'end' as const };
    return (
      <g key={`${axis} ${value} ${label}`}>
        <line {...ends} stroke="var(--accent)" strokeDasharray="3 3" />
        <text {...anchor} fontSize={11} fill="var(--accent)" style={HALO}>
          {label}
        </text>
      </g>
    );
  });
}

/** Shaded stretches of the x axis, behind everything. */
export const BandLayer = memo(function BandLayer({ spec }: { readonly spec: ChartSpec }) {
  const frame = useFrame();
  if (!frame) return null;
  return (spec.bands ?? []).map(({ from, to, label }) => {
    const [a, b] = [from, to].map((value) =>
      Math.min(frame.right, Math.max(frame.left, frame.x(value) ?? frame.left)),
    );
    if (a === undefined || b === undefined || b <= a) return null;
    return (
      <rect
        key={label}
        x={a}
        y={frame.top}
        width={b - a}
        height={frame.bottom - frame.top}
        fill="var(--ink-3)"
        fillOpacity={0.1}
      />
    );
  });
});
