import { useMemo } from 'react';
import { ChartFrame, type ChartFrameProps } from './chart-frame.tsx';
import { toScatterSpec, type ScatterInput } from './scatter-series.ts';

type ScatterPanelProps = ScatterInput & Omit<ChartFrameProps, 'panels' | 'csvPanels'>;

/** One metric against another with each series' Pareto front. Keep `series`, `labelOf` and `intervalOf` stable. */
export function ScatterPanel({
  title,
  subtitle,
  x,
  y,
  series,
  labelOf,
  hidesDominated,
  references,
  intervalOf,
  ...frame
}: ScatterPanelProps) {
  const panels = useMemo(
    () => [toScatterSpec({ title, subtitle, x, y, series, labelOf, hidesDominated, references, intervalOf })],
    [title, subtitle, x, y, series, labelOf, hidesDominated, references, intervalOf],
  );
  return <ChartFrame panels={panels} title={title} subtitle={subtitle} {...frame} />;
}
