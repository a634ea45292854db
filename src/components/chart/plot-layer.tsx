import { memo, useLayoutEffect, useMemo } from 'react';
import { usePlotArea, useXAxisDomain, useXAxisScale, useYAxisDomain, useYAxisScale } from 'recharts';
import type { ChartBand, ChartLayout, ChartSeries, ChartSpec } from '#lib/charts/chart-spec.ts';
import { frontLabels } from '#lib/charts/front-labels.ts';
import { gutterHeight, gutterWidth } from '#lib/charts/gutter.ts';
import { hasRoomRight, seriesGeometry, type Frame } from '#lib/charts/series-geometry.ts';
import { seriesCss } from '#lib/charts/series-style.ts';
import { useCursor, type CursorStore } from './chart-cursor.ts';
import { lineLook } from './line-look.ts';
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

/** A tick's value and what is written at it. */
export type NamedTick = readonly [value: number, text: string];

interface PlotLayerProps {
  readonly spec: ChartSpec;
  readonly layout: ChartLayout;
  readonly visible: readonly ChartSeries[];
  readonly store: CursorStore;
  readonly onPlace: (placement: Placement) => void;
}

const asNumber = (pixel: number | undefined): number | null => pixel ?? null;

function useFrame(below = 0, beside = 0): Frame | null {
  const [x, y, area] = [useXAxisScale(), useYAxisScale(), usePlotArea()];
  return useMemo(() => {
    if (!x || !y || !area) return null;
    return {
      x: (value) => asNumber(x(value)),
      y: (value) => asNumber(y(value)),
      left: area.x + beside,
      right: area.x + area.width,
      top: area.y,
      bottom: area.y + area.height - below,
    };
  }, [x, y, area, below, beside]);
}

type Ends = readonly unknown[] | undefined;

const isSame = (drawn: Ends, wanted: readonly [number, number]): boolean =>
  drawn?.[0] === wanted[0] && drawn[1] === wanted[1];

/**
 * The series inside a Recharts frame. Recharts takes new ends of an axis into its store after the render that brought
 * them, and renders again before anything is painted: what is drawn waits for that.
 */
export function PlotLayer({ layout, across, upright, ...drawing }: PlotLayerProps & AxisTicks) {
  const [below, beside] = [gutterHeight(layout), gutterWidth(layout)];
  const frame = useFrame(below, beside);
  const [x, y] = [useXAxisDomain(), useYAxisDomain()];
  const isStale = !isSame(x, layout.x.domain) || !isSame(y, layout.y.domain);
  const drawn = isStale ? null : frame;
  return (
    <>
      <Ticks across={across} upright={upright} below={below} beside={beside} frame={drawn} />
      <Drawing {...drawing} frame={drawn} />
    </>
  );
}

interface AxisTicks {
  readonly across: readonly NamedTick[];
  readonly upright: readonly NamedTick[];
}

interface TicksProps extends AxisTicks {
  /** Pixels between plot and axis. */
  readonly below: number;
  readonly beside: number;
  readonly frame: Frame | null;
}

/**
 * Grid, ticks and their names. Recharts makes all of its own anew when one has moved, asks the browser for their font
 * within the commit and tells its store of them, which was a third of what a step of a pan cost. What moves is moved
 * as a whole: a text that has a new place of its own is shaped anew.
 */
const Ticks = memo(
  function Ticks({ across, upright, below, beside, frame }: TicksProps) {
    if (!frame) return null;
    const [base, side] = [frame.bottom + below, frame.left - beside];
    return (
      <g textAnchor="middle" fill="var(--ink-3)" fontSize={11}>
        {upright.map(([value, text]) => (
          <g key={`y ${value}`} transform={`translate(${side} ${frame.y(value) ?? 0})`}>
            <line x2={frame.right - side} stroke="var(--line)" />
            <text x={-8} dy="0.355em" textAnchor="end">
              {text}
            </text>
          </g>
        ))}
        {across.map(([value, text]) => (
          <g key={value} transform={`translate(${frame.x(value) ?? 0} ${base})`}>
            <line y2={4} stroke="var(--line-strong)" />
            <text y={6} dy="0.71em">
              {text}
            </text>
          </g>
        ))}
      </g>
    );
  },
  (before, now) =>
    now.frame === null ||
    (before.frame === now.frame &&
      before.across === now.across &&
      before.upright === now.upright &&
      before.below === now.below &&
      before.beside === now.beside),
);

interface DrawingProps extends Omit<PlotLayerProps, 'layout'> {
  /** Null while Recharts does not have the ends of the axes yet. */
  readonly frame: Frame | null;
}

const staysAsDrawn = (before: DrawingProps, now: DrawingProps): boolean =>
  now.frame === null ||
  (before.frame === now.frame &&
    before.spec === now.spec &&
    before.visible === now.visible &&
    before.store === now.store &&
    before.onPlace === now.onPlace);

/** One path a layer and series, whatever the number of points. */
const Drawing = memo(function Drawing({ spec, visible, store, onPlace, frame }: DrawingProps) {
  const emphasis = useCursor(store, (cursor) => cursor.emphasis);
  const isPrinting = useIsPrinting();
  const cloud = useMemo(
    () => (frame && !isPrinting && isDense(spec, visible) ? placeCloud(visible, frame) : null),
    [spec, visible, frame, isPrinting],
  );
  // What the dense layer draws needs no path.
  const inSvg = useMemo(
    () => (cloud ? visible.map((series) => withoutCloud(spec, series)) : visible),
    [spec, visible, cloud],
  );
  const drawn = useMemo(() => {
    if (!frame) return [];
    const asDrawn = cloud ? { ...spec, markers: 'none' as const } : spec;
    return inSvg.map((series, index) => ({
      series,
      ...seriesGeometry(asDrawn, series, frame, index, inSvg.length),
    }));
  }, [spec, inSvg, frame, cloud]);
  const names = useMemo(() => (frame ? frontLabels(spec, inSvg, frame) : []), [spec, inSvg, frame]);
  useLayoutEffect(() => {
    if (frame) onPlace({ frame, cloud, find: pointFinder(spec, visible, frame, cloud) });
  }, [spec, visible, frame, cloud, onPlace]);
  return (
    <g>
      {drawn.map(({ series, line, markers, muted, whiskers, bars }) => {
        // Colours on the group, which stays as it is while its paths move and are styled anew.
        const { style, ...look } = lineLook(series.style);
        return (
          <g
            key={series.id}
            style={{ ...style, fill: seriesCss(series.style) }}
            opacity={emphasis === null || emphasis === series.id ? undefined : 0.2}
          >
            {bars && <path d={bars} stroke="none" />}
            {whiskers && <path d={whiskers} fill="none" />}
            {line && (
              <path
                d={line}
                fill="none"
                strokeWidth={spec.markers === 'none' ? 1.25 : 1.75}
                strokeLinejoin="round"
                {...look}
              />
            )}
            {muted && <path d={muted} stroke="none" opacity={0.35} />}
            {markers && <path d={markers} stroke="none" />}
          </g>
        );
      })}
      {names.map(({ series, text, x, y, anchor }) => {
        const id = visible[series]?.id;
        return (
          <g
            key={id}
            transform={`translate(${x} ${y})`}
            opacity={emphasis === null || emphasis === id ? undefined : 0.2}
          >
            <text aria-hidden textAnchor={anchor} fontSize={11} fill="var(--ink-2)" style={HALO}>
              {text}
            </text>
          </g>
        );
      })}
      {frame && <References spec={spec} frame={frame} />}
    </g>
  );
}, staysAsDrawn);

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
export const BandLayer = memo(function BandLayer({ bands }: { readonly bands: readonly ChartBand[] }) {
  const frame = useFrame();
  if (!frame) return null;
  return bands.map(({ from, to, label }) => {
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
