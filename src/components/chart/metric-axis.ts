import { formatMetric, METRICS, metricHeader, type MetricKey } from '#contract/metrics.ts';
import type { ChartAxis } from '#lib/charts/chart-spec.ts';
import { formatPlain, type FormatValue } from '#lib/charts/format-value.ts';

const isMetric = (key: string): key is MetricKey => Object.hasOwn(METRICS, key);

/** An axis of a metric: header, unit and better direction from the registry; `auto` is log from a ratio of 20 on. */
export function metricAxis(
  key: MetricKey,
  scale: ChartAxis['scale'] = 'auto',
  domain?: readonly [number, number],
): ChartAxis {
  const metric = METRICS[key];
  return {
    key,
    label: metricHeader(key),
    unit: metric.unit,
    better: metric.better,
    integer: metric.integer,
    scale,
    domain,
  };
}

/** Prints a value of any axis: the registry's way for metrics, so that chart, tooltip, table and export agree. */
export const formatAxisValue: FormatValue = (axis, value) =>
  isMetric(axis.key) && !axis.categories ? formatMetric(axis.key, value) : formatPlain(axis, value);
