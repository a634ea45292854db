import { useMemo } from 'react';
import type { MetricKey } from '#contract/metrics.ts';
import { ChartFrame, type ChartFrameProps } from './chart-frame.tsx';
import { toTelemetryPanels, type TelemetryInput } from './telemetry-series.ts';

const METRICS_SHOWN: readonly MetricKey[] = [
  'gpu_util_pct',
  'power_w',
  'memory_used_gb',
  'temperature_c',
  'sm_clock_mhz',
  'engine_running',
  'engine_waiting',
  'kv_cache_pct',
  'cpu_pct',
];
/** About half the pixels of a wide plot: two samples a bucket fill it. */
const BUCKETS = 300;

type TelemetryStripProps = Omit<TelemetryInput, 'title' | 'metrics'> &
  Omit<ChartFrameProps, 'panels' | 'csvPanels' | 'title'> & {
    readonly title?: string;
    readonly metrics?: readonly MetricKey[];
  };

/** Small multiples over time with one cursor, the measured window shaded; thinned without losing a spike. */
export function TelemetryStrip({
  title = 'Telemetry',
  samples,
  valueCount,
  metrics = METRICS_SHOWN,
  window,
  vendor,
  ...frame
}: TelemetryStripProps) {
  const time = frame.view?.zoom.find(({ axis, key }) => axis === 'x' && key === 'elapsed_s');
  const [from, to] = [time?.from, time?.to];
  const { shown, full } = useMemo(() => {
    const focus = from === undefined || to === undefined ? undefined : { from, to };
    return toTelemetryPanels({ title, samples, valueCount, metrics, window, vendor, focus }, BUCKETS);
  }, [title, samples, valueCount, metrics, window, vendor, from, to]);
  return <ChartFrame panels={shown} csvPanels={full} title={title} {...frame} />;
}
