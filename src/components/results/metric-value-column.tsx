import { METRICS, metricHeader, type MetricKey } from '#contract/metrics.ts';
import { type DataColumn } from '#src/components/table/data-columns.tsx';
import { metricDescription, MetricValue } from '#src/components/table/metric-column.tsx';

/** A column of a metric whose value is not a plain column of the row: printed, sorted and exported as any other of that metric. */
export function metricValueColumn<Row>(key: MetricKey, value: (row: Row) => number | null): DataColumn<Row> {
  const metric = METRICS[key];
  return {
    id: key,
    kind: 'number',
    header: metricHeader(key),
    description: metricDescription(key),
    align: 'right',
    width: 150,
    value,
    cell: (row) => <MetricValue metric={key} value={value(row)} />,
    isSortable: true,
    firstSort: metric.better === 'lower' ? 'asc' : 'desc',
    isShownByDefault: true,
  };
}
