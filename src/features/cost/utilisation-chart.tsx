import { useMemo } from 'react';
import type { ChartSpec } from '#lib/charts/chart-spec.ts';
import { seriesStyles } from '#lib/charts/series-style.ts';
import { METRICS } from '#contract/metrics.ts';
import { ChartFrame } from '#src/components/chart/chart-frame.tsx';
import { metricAxis } from '#src/components/chart/metric-axis.ts';
import { costMetric } from './cost-columns.tsx';
import type { CostRow } from './cost-rows.ts';

/** Deployments drawn: more lines of the same form are not told apart. */
const FEW = 6;
const STEPS = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100] as const;

interface UtilisationChartProps {
  rows: readonly CostRow[];
  tokens: 'output' | 'total';
  /** Per cent, which the rows are counted at. */
  use: number;
  hidden: readonly string[];
  onHiddenChange: (hidden: readonly string[]) => void;
}

/** What a million tokens cost as the hardware is used less: an idle hour costs as much as a busy one. */
export function UtilisationChart({ rows, tokens, use, hidden, onHiddenChange }: UtilisationChartProps) {
  const drawn = useMemo(
    () => rows.filter(({ usdPerMillion }) => usdPerMillion !== null).slice(0, FEW),
    [rows],
  );
  const metric = costMetric(tokens);
  const panels = useMemo((): readonly ChartSpec[] => {
    const identities = drawn.map(({ deployment, estimate }) => ({
      id: deployment.id,
      vendor: estimate.gpu_vendor,
      architecture: estimate.gpu_architecture,
    }));
    const styles = seriesStyles(identities);
    return [
      {
        title: METRICS[metric].label,
        kind: 'line',
        x: { key: 'use', label: 'Use (%)', unit: '%', scale: 'linear', domain: [0, 100] },
        y: metricAxis(metric),
        series: drawn.flatMap(({ deployment, usdPerMillion }) => {
          const style = styles.get(deployment.id);
          if (style === undefined || usdPerMillion === null) return [];
          const points = STEPS.map((step) => ({
            x: step,
            y: (usdPerMillion * use) / step,
            label: `${step} % use`,
          }));
          return [{ id: deployment.id, name: deployment.name, style, points }];
        }),
        references: [{ axis: 'x', value: use, label: `${use} % use` }],
      },
    ];
  }, [drawn, metric, use]);
  const hiddenIds = useMemo(() => new Set(hidden), [hidden]);
  return (
    <ChartFrame
      title={`${METRICS[metric].label} over use`}
      subtitle={rows.length > FEW ? `the ${FEW} cheapest of ${rows.length}` : undefined}
      panels={panels}
      hidden={hiddenIds}
      onHiddenChange={(next) => onHiddenChange([...next])}
      state={
        drawn.length === 0 ? { kind: 'empty', message: 'No deployment here has a price.' } : { kind: 'ready' }
      }
    />
  );
}
