import { memo, useMemo } from 'react';
import { CartesianGrid, LineChart, XAxis, YAxis, type BaseTickContentProps } from 'recharts';
import type { AxisLayout } from '#lib/charts/axis-layout.ts';
import type { ChartAxis, ChartLayout, ChartSeries, ChartSpec } from '#lib/charts/chart-spec.ts';
import { distinctTicks, formatTick } from '#lib/charts/format-value.ts';
import { gutterHeight, gutterWidth } from '#lib/charts/gutter.ts';
import type { CursorStore } from './chart-cursor.ts';
import { formatAxisValue } from './metric-axis.ts';
import { BandLayer, PlotLayer, type Placement } from './plot-layer.tsx';

/** Height of the x labels under a plot; stacked panels but the last have none. */
export const X_LABELS = 24;
/** Room for the lower half of the lowest y label. */
export const NO_X_LABELS = 7;

interface RechartsFrameProps {
  readonly spec: ChartSpec;
  readonly layout: ChartLayout;
  readonly visible: readonly ChartSeries[];
  readonly store: CursorStore;
  readonly width: number;
  readonly height: number;
  readonly axisWidth: number;
  readonly hasXLabels: boolean;
  readonly onPlace: (placement: Placement) => void;
}

const MARGIN = { top: 8, right: 12, bottom: 0, left: 0 };
const AXIS_LINE = { stroke: 'var(--line-strong)' };
/** Recharts would listen for its own tooltip; ours reads the pointer outside the chart. */
const UNTOUCHED = { pointerEvents: 'none' } as const;
const NO_DATA: readonly object[] = [];

type AxisText = readonly [domain: [number, number], ticks: [number, string][], scale: 'log' | 'linear'];

/** What Recharts is told of an axis: the very same as long as it says the same, since a change costs three renders. */
function useAxis(axis: ChartAxis, { domain, ticks, scale }: AxisLayout) {
  const text = JSON.stringify([
    domain,
    distinctTicks(axis, ticks, formatAxisValue).map((tick) => [
      tick,
      formatTick(axis, tick, formatAxisValue),
    ]),
    scale === 'log10' || scale === 'log2' ? 'log' : 'linear',
  ]);
  return useMemo(() => {
    const [ends, named, kind] = JSON.parse(text) as AxisText;
    const words = new Map(named);
    return {
      domain: ends,
      ticks: [...words.keys()],
      scale: kind,
      tickFormatter: (value: number) => words.get(value) ?? '',
    };
  }, [text]);
}

/** A tick's name. Recharts' own text wraps, turns and scales, and takes the browser's time for it at every change. */
function tick({
  x,
  y,
  textAnchor,
  verticalAnchor,
  payload,
  tickFormatter,
  className,
  index,
}: BaseTickContentProps) {
  return (
    <text
      x={x}
      y={y}
      dy={verticalAnchor === 'start' ? '0.71em' : '0.355em'}
      textAnchor={textAnchor}
      className={className}
      fill="var(--ink-3)"
      fontSize={11}
    >
      {tickFormatter?.(payload.value, index)}
    </text>
  );
}

/** Axes and grid by Recharts, our layers inside it. */
export const RechartsFrame = memo(function RechartsFrame({
  spec,
  layout,
  visible,
  store,
  width,
  height,
  axisWidth,
  hasXLabels,
  onPlace,
}: RechartsFrameProps) {
  const [x, y] = [useAxis(spec.x, layout.x), useAxis(spec.y, layout.y)];
  const [below, beside] = [gutterHeight(layout), gutterWidth(layout)];
  const bottom = useMemo(() => ({ bottom: below }), [below]);
  const left = useMemo(() => ({ left: beside }), [beside]);
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
        tick={hasXLabels && tick}
        tickLine={hasXLabels && AXIS_LINE}
        tickSize={4}
        padding={left}
        axisLine={AXIS_LINE}
        interval={spec.x.categories ? 0 : 'equidistantPreserveStart'}
        {...x}
      />
      <YAxis
        type="number"
        allowDataOverflow
        width={axisWidth}
        padding={bottom}
        tick={tick}
        tickLine={false}
        axisLine={false}
        interval={0}
        {...y}
      />
      <PlotLayer spec={spec} layout={layout} visible={visible} store={store} onPlace={onPlace} />
    </LineChart>
  );
});
