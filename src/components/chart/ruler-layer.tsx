import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { unprojection } from '#lib/charts/axis-layout.ts';
import type { ChartLayout, ChartSeries, ChartSpec } from '#lib/charts/chart-spec.ts';
import {
  readingWords,
  readRuler,
  rulerMarks,
  rulerRange,
  rulerStops,
  type Ruler,
} from '#lib/charts/ruler.ts';
import { hasRoomRight, type Frame } from '#lib/charts/series-geometry.ts';
import { seriesCss } from '#lib/charts/series-style.ts';
import { shareOf, valueAt } from '#lib/charts/zoom.ts';
import { formatAxisValue } from './metric-axis.ts';

interface RulerLayerProps {
  readonly spec: ChartSpec;
  readonly layout: ChartLayout;
  readonly visible: readonly ChartSeries[];
  readonly frame: Frame;
  readonly ruler: Ruler;
  /** One panel of a frame has the handle. */
  readonly hasHandle: boolean;
  /** Asked for by key, the handle takes the keyboard. */
  readonly takesFocus: boolean;
  readonly width: number;
  readonly height: number;
  readonly onChange: (ruler: Ruler | null) => void;
}

/** A dragged ruler goes to a measured x this near, pixels. */
const SNAP = 6;
/** Arrow keys move by this share of the axis, with Shift by ten. */
const STEP = 0.01;
const HALO = { stroke: 'var(--surface)', strokeWidth: 3, paintOrder: 'stroke' } as const;

/** A line at one x, with each curve's value there and its ratio to the baseline; dragged or moved by keys, never beyond data. */
export function RulerLayer(props: RulerLayerProps) {
  const { spec, layout, visible, frame, ruler, width, height, hasHandle } = props;
  const at = frame.x(ruler.at);
  if (at === null || at < frame.left - 0.5 || at > frame.right + 0.5) return null;
  return (
    <>
      <svg aria-hidden className="pointer-events-none absolute inset-0" width={width} height={height}>
        <line x1={at} x2={at} y1={frame.top} y2={frame.bottom} stroke="var(--ink-2)" />
        {hasHandle && (
          <rect
            x={at - 3.5}
            y={frame.top - 5}
            width={7}
            height={13}
            rx={2}
            fill="var(--surface)"
            stroke="var(--ink-2)"
          />
        )}
        {rulerMarks(readRuler(visible, ruler), frame).map(({ reading, py, label, labelY }) => {
          const isRight = label !== null && hasRoomRight(frame, at + 4, label);
          return (
            <g key={reading.series.id}>
              <circle
                cx={at}
                cy={py}
                r={4.5}
                fill="var(--surface)"
                strokeWidth={2}
                style={{ stroke: seriesCss(reading.series.style) }}
              />
              {label !== null && (
                <text
                  x={isRight ? at + 9 : at - 9}
                  y={labelY + 4}
                  textAnchor={isRight ? 'start' : 'end'}
                  fontSize={11}
                  fontWeight={600}
                  fill="var(--ink)"
                  style={HALO}
                >
                  {label}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      {hasHandle && (
        <Handle
          spec={spec}
          layout={layout}
          visible={visible}
          frame={frame}
          ruler={ruler}
          at={at}
          takesFocus={props.takesFocus}
          onChange={props.onChange}
        />
      )}
    </>
  );
}

type HandleProps = Pick<
  RulerLayerProps,
  'spec' | 'layout' | 'visible' | 'frame' | 'ruler' | 'takesFocus' | 'onChange'
> & { readonly at: number };

function Handle({ spec, layout, visible, frame, ruler, at, takesFocus, onChange }: HandleProps) {
  const isDragged = useRef(false);
  const handle = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) handle.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const range = rulerRange(visible);
  if (range === null) return null;
  const put = (value: number): void => {
    // Rounded first: an end of the data stays exactly that.
    const at = Math.min(range[1], Math.max(range[0], Number(value.toPrecision(4))));
    onChange({ ...ruler, at });
  };
  const putAtPixel = (pixel: number): void => {
    const stops = rulerStops(visible).flatMap((x) => {
      const px = frame.x(x);
      return px === null ? [] : [{ x, distance: Math.abs(px - pixel) }];
    });
    const near = stops.sort((a, b) => a.distance - b.distance)[0];
    if (near && near.distance <= SNAP) onChange({ ...ruler, at: near.x });
    else put(unprojection(layout.x, frame.left, frame.right)(pixel));
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    const plot = event.currentTarget.parentElement;
    if (isDragged.current && plot) putAtPixel(event.clientX - plot.getBoundingClientRect().left);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const stops = rulerStops(visible);
    const towards = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (towards !== undefined)
      put(valueAt(layout.x, shareOf(layout.x, ruler.at) + towards * STEP * (event.shiftKey ? 10 : 1)));
    else if (event.key === 'Home') put(range[0]);
    else if (event.key === 'End') put(range[1]);
    else if (event.key === 'PageUp') put(stops.find((x) => x > ruler.at) ?? range[1]);
    else if (event.key === 'PageDown') put(stops.findLast((x) => x < ruler.at) ?? range[0]);
    else if (event.key === 'Escape') onChange(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={handle}
      data-over-plot
      role="slider"
      tabIndex={0}
      aria-label="Ruler"
      aria-valuemin={range[0]}
      aria-valuemax={range[1]}
      aria-valuenow={ruler.at}
      aria-valuetext={wordsAt(spec, visible, ruler)}
      className="absolute w-3 cursor-ew-resize touch-none"
      style={{ left: at - 6, top: frame.top, height: frame.bottom - frame.top }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        isDragged.current = true;
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        isDragged.current = false;
      }}
      onPointerCancel={() => {
        isDragged.current = false;
      }}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={onKeyDown}
    />
  );
}

function wordsAt(spec: ChartSpec, visible: readonly ChartSeries[], ruler: Ruler): string {
  const readings = readRuler(visible, ruler);
  const base = readings.find(({ isBase }) => isBase)?.series.name ?? '';
  const parts = readings.map(
    (one) =>
      `${one.series.name}: ${one.y === null ? '' : `${formatAxisValue(spec.y, one.y)} ${spec.y.unit}, `}${readingWords(one, base)}`,
  );
  return `${spec.x.label} ${formatAxisValue(spec.x, ruler.at)}. ${parts.join('. ')}`;
}
