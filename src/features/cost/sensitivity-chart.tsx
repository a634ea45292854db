import { memo, useMemo } from 'react';
import type { ChartSpec } from '#lib/charts/chart-spec.ts';
import { METRICS } from '#contract/metrics.ts';
import { ChartFrame } from '#src/components/chart/chart-frame.tsx';
import type { ChartView } from '#src/components/chart/chart-params.ts';
import { metricAxis } from '#src/components/chart/metric-axis.ts';
import { ToggleChip } from '#src/components/ui/toggle-chip.tsx';
import { costMetric } from './cost-columns.tsx';
import { type CostRow } from './cost-rows.ts';
import { type Tokens } from './cost-search.ts';
import { drawnOf, overPrice, overUse, priceAxisEnd } from './sensitivity-series.ts';

/** Deployments drawn: more lines of the same form are not told apart. */
const FEW = 6;
const OVER = { use: 'over use', price: 'over the price of a GPU hour' } as const;

interface SensitivityView extends ChartView {
  readonly over: 'use' | 'price';
}

interface SensitivityChartProps {
  rows: readonly CostRow[];
  tokens: Tokens;
  /** Per cent, which the rows are counted at. */
  use: number;
  view: SensitivityView;
  onViewChange: (change: Partial<SensitivityView>) => void;
}

/** What a million tokens cost if the hardware is used less, or if it had another price. */
export const SensitivityChart = memo(function SensitivityChart({
  rows,
  tokens,
  use,
  view,
  onViewChange,
}: SensitivityChartProps) {
  const { over } = view;
  const { drawn, isOfEach } = useMemo(() => drawnOf(rows, FEW), [rows]);
  const metric = costMetric(tokens);
  const panels = useMemo((): readonly ChartSpec[] => {
    const common = { title: METRICS[metric].label, kind: 'line' } as const;
    return [
      over === 'use'
        ? {
            ...common,
            y: metricAxis(metric),
            x: { key: 'use', label: 'Use (%)', unit: '%', scale: 'linear', domain: [0, 100] },
            series: overUse(drawn, use),
            references: [{ axis: 'x', value: use, label: `${use} % use` }],
          }
        : {
            ...common,
            // A cost is a straight line over its price: so it is drawn as one.
            y: { ...metricAxis(metric), scale: 'linear' },
            x: {
              key: 'price',
              label: 'Price (USD/GPU hour)',
              unit: 'USD/h',
              scale: 'linear',
              domain: [0, priceAxisEnd(drawn)],
            },
            series: overPrice(drawn),
          },
    ];
  }, [drawn, metric, over, use]);
  return (
    <ChartFrame
      title={`${METRICS[metric].label} ${OVER[over]}`}
      subtitle={
        drawn.length === rows.length
          ? undefined
          : isOfEach
            ? `the cheapest deployment of each GPU, of ${rows.length} in all`
            : `the ${drawn.length} cheapest of ${rows.length}`
      }
      panels={panels}
      view={view}
      onViewChange={onViewChange}
      controls={(['use', 'price'] as const).map((what) => (
        <ToggleChip
          key={what}
          pressed={over === what}
          title={OVER[what]}
          // What was zoomed to is a place on the other axis.
          onPressedChange={() => onViewChange({ over: what, zoom: [], ruler: null })}
        >
          over {what}
        </ToggleChip>
      ))}
      state={
        drawn.length === 0 ? { kind: 'empty', message: 'No deployment here has a price.' } : { kind: 'ready' }
      }
    />
  );
});
