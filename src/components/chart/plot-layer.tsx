import { memo, useLayoutEffect, useMemo } from 'react';
import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts';
import type { ChartSeries, ChartSpec } from '#lib/charts/chart-spec.ts';
import { hasRoomRight, seriesGeometry, type Frame } from '#lib/charts/series-geometry.ts';
import { seriesCss } from '#lib/charts/series-style.ts';
import { useCursor, type CursorStore } from './chart-cursor.ts';
import { isDense, placeCloud, withoutCloud, type Cloud } from './dense/cloud.ts';
import { pointFinder, type FindPoint } from './dense/point-finder.ts';
import { useIsPrinting } from './dense/use-look.ts';

/** Where the chart put its points: what hover, keyboard and overlays work from. */
export interface Placement {
  readonly frame: Frame;
  /** Points too many for paths: the dense layer draws them. */
  readonly cloud: Cloud | null;
  readonly find: FindPoint;
}

interface PlotLayerProps {
  readonly spec: ChartSpec;
  readonly visible: readonly ChartSeries[];
  readonly store: CursorStore;
  readonly onPlace: (placement: Placement) => void;
  /** Pixels kept below the plot for what a log axis has no place for. */
  readonly gutter: number;
}

const asNumber = (pixel: number | undefined): number | null => pixel ?? null;

function useFrame(gutter = 0): Frame | null {
  const [x, y, area] = [useXAxisScale(), useYAxisScale(), usePlotArea()];
  return useMemo(() => {
    if (!x || !y || !area) return null;
    return {
      x: (value) => asNumber(x(value)),
      y: (value) => asNumber(y(value)),
      left: area.x,
      right: area.x + area.width,
      top: area.y,
      bottom: area.y + area.height - gutter,
    };
  }, [x, y, area, gutter]);
}

/** The series inside a Recharts frame: one path a layer and series, whatever the number of points. */
export const PlotLayer = memo(function PlotLayer({ spec, visible, store, onPlace, gutter }: PlotLayerProps) {
  const frame = useFrame(gutter);
  const emphasis = useCursor(store, (cursor) => cursor.emphasis);
  const isPrinting = useIsPrinting();
  const cloud = useMemo(
    () => (frame && !isPrinting && isDense(spec, visible) ? placeCloud(visible, frame) : null),
    [spec, visible, frame, isPrinting],
  );
  const drawn = useMemo(() => {
    if (!frame) return [];
    // What the dense layer draws needs no path.
    const inSvg = cloud ? { ...spec, markers: 'none' as const } : spec;
    return visible.map((series, index) => ({
      series,
      ...seriesGeometry(inSvg, cloud ? withoutCloud(spec, series) : series, frame, index, visible.length),
    }));
  }, [spec, visible, frame, cloud]);
  useLayoutEffect(() => {
    if (frame) onPlace({ frame, cloud, find: pointFinder(spec, visible, frame, cloud) });
  }, [spec, visible, frame, cloud, onPlace]);
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
    const [low, high] = axis === 'x' ? [frame.left, frame.right] : [frame.top, frame.bottom];
    if (at === null || at < low - 0.5 || at > high + 0.5) return null;
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
