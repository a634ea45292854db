import { useMemo } from 'react';
import { ChartFrame, type ChartFrameProps } from './chart-frame.tsx';
import { toLineSpec, type LineSpecInput } from './metric-series.ts';

type LineChartPanelProps = LineSpecInput & Omit<ChartFrameProps, 'panels' | 'csvPanels'>;

/** A metric over concurrency, several series; a missing value is a gap. Keep `series` and `references` memoised. */
export function LineChartPanel({
  title,
  subtitle,
  metric,
  x,
  series,
  scale,
  references,
  interval,
  ...frame
}: LineChartPanelProps) {
  const panels = useMemo(
    () => [toLineSpec({ title, subtitle, metric, x, series, scale, references, interval })],
    [title, subtitle, metric, x, series, scale, references, interval],
  );
  return <ChartFrame panels={panels} title={title} subtitle={subtitle} {...frame} />;
}
