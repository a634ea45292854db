import { memo, useCallback, useMemo, useRef, useState, type PointerEvent } from 'react';
import { CartesianGrid, LineChart, XAxis, YAxis } from 'recharts';
import { layoutChart, visibleSeries, type ChartSeries, type ChartSpec } from '#lib/charts/chart-spec.ts';
import { formatTick } from '#lib/charts/format-value.ts';
import { hitGrid, nearestInX, type PlacedPoint } from '#lib/charts/hit-grid.ts';
import { ChartOverlay } from './chart-overlay.tsx';
import { ChartTooltip } from './chart-tooltip.tsx';
import { NO_CURSOR, type CursorStore } from './chart-cursor.ts';
import { formatAxisValue } from './metric-axis.ts';
import { BandLayer, PlotLayer, type Placement } from './plot-layer.tsx';
import { useWidth } from './use-width.ts';

interface ChartPlotProps {
  readonly panels: readonly ChartSpec[];
  readonly index: number;
  readonly hidden: ReadonlySet<string>;
  readonly store: CursorStore;
  /** Pixels of the plot with its axis. */
  readonly height: number;
  /** Pixels kept for the y labels, the same for all panels of a frame. */
  readonly axisWidth: number;
}

/** Height of the x labels under a plot; stacked panels but the last have none. */
const X_LABELS = 24;
/** Room for the lower half of the lowest y label. */
const NO_X_LABELS = 7;

/** One panel: Recharts draws axes and grid, our layer the series; tooltip and crosshair live outside the chart. */
export const ChartPlot = memo(function ChartPlot({
  panels,
  index,
  hidden,
  store,
  height,
  axisWidth,
}: ChartPlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [placement, setPlacement] = useState<Placement | null>(null);
  const spec = panels[index];
  const visible = useMemo(() => (spec ? visibleSeries(spec, hidden) : []), [spec, hidden]);
  const find = useFinder(spec, placement);
  if (!spec) return null;

  const read = (event: PointerEvent<HTMLDivElement>, isPinned: boolean): void => {
    const cursor = store.get();
    if (cursor.isPinned && !isPinned) return;
    const bounds = event.currentTarget.getBoundingClientRect();
    const found = find(event.clientX - bounds.left, event.clientY - bounds.top);
    if (found) {
      const at = { panel: index, series: found.series, point: found.point };
      store.set({ ...cursor, at, by: 'pointer', isPinned: isPinned && !cursor.isPinned });
    } else if (cursor.by === 'pointer') store.set(NO_CURSOR);
  };
  const leave = (): void => {
    const { by, isPinned } = store.get();
    if (by === 'pointer' && !isPinned) store.set(NO_CURSOR);
  };
  const isLast = index === panels.length - 1;
  const full = height + (isLast ? X_LABELS : NO_X_LABELS);
  return (
    <div className="px-3 pt-2">
      <div className="flex gap-3 text-2xs text-ink-2">
        <span>{spec.y.label}</span>
        {index === 0 && spec.bands?.map(({ label }) => <BandKey key={label} label={label} />)}
      </div>
      <div
        ref={box}
        className="relative touch-pan-y"
        style={{ height: full }}
        onPointerMove={(event) => read(event, false)}
        onPointerDown={(event) => read(event, true)}
        onPointerLeave={leave}
      >
        {width !== null && width > 0 && (
          <>
            <RechartsFrame
              spec={spec}
              hidden={hidden}
              visible={visible}
              store={store}
              width={width}
              height={full}
              axisWidth={axisWidth}
              hasXLabels={isLast}
              onPlace={setPlacement}
            />
            {placement && (
              <ChartOverlay
                panels={panels}
                index={index}
                hidden={hidden}
                store={store}
                frame={placement.frame}
                width={width}
                height={full}
              />
            )}
            {placement && (
              <ChartTooltip
                spec={spec}
                index={index}
                visible={visible}
                store={store}
                frame={placement.frame}
                width={width}
                height={full}
              />
            )}
          </>
        )}
      </div>
    </div>
  );
});

function BandKey({ label }: { readonly label: string }) {
  return (
    <span className="flex items-center gap-1.5 text-ink-3">
      <span
        aria-hidden
        className="inline-block h-2.5 w-3.5"
        style={{ background: 'color-mix(in oklab, var(--ink-3) 14%, transparent)' }}
      />
      {label}
    </span>
  );
}

/** Finds the point to read at a pixel: under the pointer in a scatter, nearest in x elsewhere. */
function useFinder(
  spec: ChartSpec | undefined,
  placement: Placement | null,
): (px: number, py: number) => PlacedPoint | null {
  const grid = useMemo(() => (placement ? hitGrid(placement.points) : null), [placement]);
  const across = useMemo(() => (placement ? nearestInX(placement.points) : null), [placement]);
  return useCallback(
    (px, py) => {
      if (!grid || !across || !placement || !spec) return null;
      const under = grid.nearest(px, py);
      if (under || spec.kind === 'scatter') return under;
      const { left, right } = placement.frame;
      return px >= left - 8 && px <= right + 8 ? across.nearest(px, py) : null;
    },
    [grid, across, placement, spec],
  );
}

interface RechartsFrameProps {
  readonly spec: ChartSpec;
  readonly hidden: ReadonlySet<string>;
  readonly visible: readonly ChartSeries[];
  readonly store: CursorStore;
  readonly width: number;
  readonly height: number;
  readonly axisWidth: number;
  readonly hasXLabels: boolean;
  readonly onPlace: (placement: Placement) => void;
}

const MARGIN = { top: 8, right: 12, bottom: 0, left: 0 };
const TICK = { fill: 'var(--ink-3)', fontSize: 11 };
const AXIS_LINE = { stroke: 'var(--line-strong)' };
/** Recharts would listen for its own tooltip; ours reads the pointer outside the chart. */
const UNTOUCHED = { pointerEvents: 'none' } as const;
const NO_DATA: readonly object[] = [];

const RechartsFrame = memo(function RechartsFrame({
  spec,
  hidden,
  visible,
  store,
  width,
  height,
  axisWidth,
  hasXLabels,
  onPlace,
}: RechartsFrameProps) {
  const axes = useMemo(() => {
    const { x, y } = layoutChart(spec, hidden);
    const isLog = (scale: string): 'log' | 'linear' =>
      scale === 'log10' || scale === 'log2' ? 'log' : 'linear';
    return {
      x: {
        domain: [...x.domain],
        ticks: [...x.ticks],
        scale: isLog(x.scale),
        tickFormatter: (value: number) => formatTick(spec.x, value, formatAxisValue),
      },
      y: {
        domain: [...y.domain],
        ticks: [...y.ticks],
        scale: isLog(y.scale),
        tickFormatter: (value: number) => formatTick(spec.y, value, formatAxisValue),
      },
    };
  }, [spec, hidden]);
  return (
    <LineChart
      width={width}
      height={height}
      data={NO_DATA}
      margin={MARGIN}
      accessibilityLayer={false}
      style={UNTOUCHED}
    >
      <BandLayer spec={spec} />
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="x"
        type="number"
        allowDataOverflow
        height={hasXLabels ? X_LABELS : NO_X_LABELS}
        tick={hasXLabels && TICK}
        tickLine={hasXLabels && AXIS_LINE}
        tickSize={4}
        axisLine={AXIS_LINE}
        interval={spec.x.categories ? 0 : 'equidistantPreserveStart'}
        {...axes.x}
      />
      <YAxis
        type="number"
        allowDataOverflow
        width={axisWidth}
        tick={TICK}
        tickLine={false}
        axisLine={false}
        interval={0}
        {...axes.y}
      />
      <PlotLayer spec={spec} visible={visible} store={store} onPlace={onPlace} />
    </LineChart>
  );
});
