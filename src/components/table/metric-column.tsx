import { formatMetric, METRICS, metricHeader, metricValue, type MetricKey } from '#contract/metrics.ts';
import { madeColumn, type ColumnOptions, type DataColumn } from './data-columns.tsx';

/** What a header says of its metric on hover: "Output tokens per second per GPU, per GPU, higher is better". */
export function metricDescription(key: MetricKey): string {
  const { label, denominator, better, basis } = METRICS[key];
  return [
    label,
    denominator !== null && `per ${denominator}`,
    better !== 'none' && `${better} is better`,
    basis,
  ]
    .filter(Boolean)
    .join(', ');
}

/** A metric of the registry: header with unit, significant figures, full precision on hover and in exports. */
export function metricColumn<Row extends object>(
  key: MetricKey,
  options: ColumnOptions<Row> & { header?: string } = {},
): DataColumn<Row> {
  const metric = METRICS[key];
  return madeColumn(
    {
      id: key,
      kind: 'number',
      header: options.header ?? metricHeader(key),
      description: metricDescription(key),
      width: 120,
      value: (row) => metricValue(row, key),
      text: (row) => formatMetric(key, metricValue(row, key)),
      cell: (row) => <MetricValue metric={key} value={metricValue(row, key)} />,
      firstSort: metric.better === 'lower' ? 'asc' : 'desc',
    },
    options,
  );
}

/** A metric's value as tables print it; hover shows full precision. */
export function MetricValue({ metric, value }: { metric: MetricKey; value: number | null }) {
  return (
    <span title={value === null ? undefined : `${value} ${METRICS[metric].unit}`.trim()}>
      {formatMetric(metric, value)}
    </span>
  );
}
