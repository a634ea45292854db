import { useMemo } from 'react';
import { ChartFrame, type ChartFrameProps } from './chart-frame.tsx';
import { toPercentileSpec } from './percentile-series.ts';

interface PercentileChartProps extends Omit<ChartFrameProps, 'panels' | 'csvPanels' | 'title' | 'subtitle'> {
  readonly title?: string;
  /** One job's row with the latency columns of the registry (`ttft_p50_ms` …). */
  readonly row: object;
  /** Requests behind the percentiles; below 100 there is no p99. */
  readonly sampleCount: number | null;
}

/** Latency percentiles of one job, on a log axis where they span 20 times or more. */
export function PercentileChart({
  title = 'Latency percentiles',
  row,
  sampleCount,
  ...frame
}: PercentileChartProps) {
  const panels = useMemo(() => [toPercentileSpec(title, row, sampleCount)], [title, row, sampleCount]);
  return <ChartFrame panels={panels} title={title} subtitle={panels[0]?.subtitle} {...frame} />;
}
