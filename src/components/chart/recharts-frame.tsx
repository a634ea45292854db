import { memo, useMemo } from 'react';
import { CartesianGrid, LineChart, XAxis, YAxis } from 'recharts';
import type { ChartLayout, ChartSeries, ChartSpec } from '#lib/charts/chart-spec.ts';
import { distinctTicks, formatTick } from '#lib/charts/format-value.ts';
import { gutterHeight } from '#lib/charts/gutter.ts';
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
const TICK = { fill: 'var(--ink-3)', fontSize: 11 };
const AXIS_LINE = { stroke: 'var(--line-strong)' };
/** Recharts would listen for its own tooltip; ours reads the pointer outside the chart. */
const UNTOUCHED = { pointerEvents: 'none' } as const;
const NO_DATA: readonly object[] = [];

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
  const axes = useMemo(() => {
    const { x, y } = layout;
    const isLog = (scale: string): 'log' | 'linear' =>
      scale === 'log10' || scale === 'log2' ? 'log' : 'linear';
    return {
      x: {
        domain: [...x.domain],
        ticks: distinctTicks(spec.x, x.ticks, formatAxisValue),
        scale: isLog(x.scale),
        tickFormatter: (value: number) => formatTick(spec.x, value, formatAxisValue),
      },
      y: {
        domain: [...y.domain],
        ticks: distinctTicks(spec.y, y.ticks, formatAxisValue),
        scale: isLog(y.scale),
        tickFormatter: (value: number) => formatTick(spec.y, value, formatAxisValue),
      },
    };
  }, [spec, layout]);
  const gutter = gutterHeight(layout);
  const padding = useMemo(() => ({ bottom: gutter }), [gutter]);
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
        padding={padding}
        tick={TICK}
        tickLine={false}
        axisLine={false}
        interval={0}
        {...axes.y}
      />
      <PlotLayer spec={spec} visible={visible} store={store} onPlace={onPlace} gutter={gutter} />
    </LineChart>
  );
});
