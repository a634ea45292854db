import { METRICS, metricHeader, type MetricKey } from '#contract/metrics.ts';
import { type DataColumn } from '#src/components/table/data-columns.tsx';
import { MetricValue } from '#src/components/table/metric-column.tsx';

/** A column of a metric whose value is not a plain column of the row: printed, sorted and exported as any other of that metric. */
export function metricValueColumn<Row>(key: MetricKey, value: (row: Row) => number | null): DataColumn<Row> {
  const metric = METRICS[key];
  const better = metric.better === 'none' ? null : `${metric.better} is better`;
  const per = metric.denominator === null ? null : `per ${metric.denominator}`;
  return {
    id: key,
    kind: 'number',
    header: metricHeader(key),
    description: [metric.label, per, better].filter((part) => part !== null).join(', '),
    align: 'right',
    width: 150,
    value,
    cell: (row) => <MetricValue metric={key} value={value(row)} />,
    isSortable: true,
    firstSort: metric.better === 'lower' ? 'asc' : 'desc',
    isShownByDefault: true,
  };
}
