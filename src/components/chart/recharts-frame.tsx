import { memo, useMemo } from 'react';
import { LineChart, XAxis, YAxis } from 'recharts';
import { projection, type AxisLayout } from '#lib/charts/axis-layout.ts';
import type { ChartAxis, ChartLayout, ChartSeries, ChartSpec } from '#lib/charts/chart-spec.ts';
import { fittingTicks } from '#lib/charts/fitting-ticks.ts';
import { distinctTicks, formatTick } from '#lib/charts/format-value.ts';
import { gutterHeight, gutterWidth } from '#lib/charts/gutter.ts';
import type { CursorStore } from './chart-cursor.ts';
import { formatAxisValue } from './metric-axis.ts';
import { BandLayer, PlotLayer, type NamedTick, type Placement } from './plot-layer.tsx';

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
const NO_TICKS: readonly NamedTick[] = [];

type AxisText = readonly [domain: [number, number], ticks: NamedTick[], scale: 'log' | 'linear'];

const namedTicks = (axis: ChartAxis, { ticks }: AxisLayout): NamedTick[] =>
  distinctTicks(axis, ticks, formatAxisValue).map((tick) => [tick, formatTick(axis, tick, formatAxisValue)]);

/** Those of a horizontal axis between two pixels that have room in the chart; categories all have. */
function ticksWithin(axis: ChartAxis, layout: AxisLayout, [from, to, width]: readonly number[]) {
  const named = namedTicks(axis, layout);
  if (axis.categories !== undefined || from === undefined || to === undefined || width === undefined)
    return named;
  const place = projection(layout, from, to);
  const ticks = named.map(([value, text]) => ({ value, text, at: place(value) }));
  return fittingTicks(ticks, width).map(({ value, text }): NamedTick => [value, text]);
}

/** What Recharts is told of an axis: the very same as long as it says the same, since a change costs three renders. */
function useAxis(layout: AxisLayout, ticks: readonly NamedTick[]) {
  const { domain: ends, scale: kind } = layout;
  const text = JSON.stringify([ends, ticks, kind === 'log10' || kind === 'log2' ? 'log' : 'linear']);
  return useMemo(() => {
    const [domain, named, scale] = JSON.parse(text) as AxisText;
    return { named, told: { domain, ticks: named.map(([value]) => value), scale } };
  }, [text]);
}

/** Axes by Recharts: their ends, scales and lines; what is drawn by those are our layers inside it. */
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
  const [below, beside] = [gutterHeight(layout), gutterWidth(layout)];
  const across = [axisWidth + beside, width - MARGIN.right, width];
  const x = useAxis(layout.x, ticksWithin(spec.x, layout.x, across));
  const y = useAxis(layout.y, namedTicks(spec.y, layout.y));
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
      {spec.bands && spec.bands.length > 0 && <BandLayer bands={spec.bands} />}
      <XAxis
        dataKey="x"
        type="number"
        allowDataOverflow
        height={hasXLabels ? X_LABELS : NO_X_LABELS}
        tick={false}
        tickLine={false}
        padding={left}
        axisLine={AXIS_LINE}
        {...x.told}
      />
      <YAxis
        type="number"
        allowDataOverflow
        width={axisWidth}
        padding={bottom}
        tick={false}
        tickLine={false}
        axisLine={false}
        {...y.told}
      />
      <PlotLayer
        spec={spec}
        layout={layout}
        visible={visible}
        store={store}
        onPlace={onPlace}
        across={hasXLabels ? x.named : NO_TICKS}
        upright={y.named}
      />
    </LineChart>
  );
});
