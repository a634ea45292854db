import type { ReactNode } from 'react';
import {
  formatMetric,
  METRICS,
  metricHeader,
  metricValue,
  NO_VALUE,
  type MetricKey,
} from '#contract/metrics.ts';
import type { ColumnData } from './column-data.ts';
import { exactTime, RelativeTime } from '#src/components/ui/relative-time.tsx';

/** One column of a `DataTable`. Made by the functions below, so that every table prints a thing the same way. */
export interface DataColumn<Row> extends ColumnData<Row> {
  /** Shown on hover of the header: full name, direction, denominator. */
  readonly description?: string;
  readonly align: 'left' | 'right';
  /** Starting width in px; spare room is shared out in proportion. */
  readonly width: number;
  readonly cell: (row: Row) => ReactNode;
  readonly isSortable: boolean;
  /** The direction of the first press: best first for metrics. */
  readonly firstSort: 'asc' | 'desc';
  readonly isShownByDefault: boolean;
}

interface ColumnOptions<Row> {
  header?: string;
  description?: string;
  width?: number;
  sortable?: boolean;
  hidden?: boolean;
  /** Replaces what is drawn; sort and export stay with the value. */
  cell?: (row: Row) => ReactNode;
}

/** A metric of the registry: header with unit, significant figures, full precision on hover and in exports. */
export function metricColumn<Row extends object>(
  key: MetricKey,
  options: ColumnOptions<Row> = {},
): DataColumn<Row> {
  const metric = METRICS[key];
  const better = metric.better === 'none' ? null : `${metric.better} is better`;
  const per = metric.denominator === null ? null : `per ${metric.denominator}`;
  return {
    id: key,
    kind: 'number',
    header: options.header ?? metricHeader(key),
    description:
      options.description ?? [metric.label, per, better].filter((part) => part !== null).join(', '),
    align: 'right',
    width: options.width ?? 120,
    value: (row) => metricValue(row, key),
    text: (row) => formatMetric(key, metricValue(row, key)),
    cell: options.cell ?? ((row) => <MetricValue metric={key} value={metricValue(row, key)} />),
    isSortable: options.sortable ?? true,
    firstSort: metric.better === 'lower' ? 'asc' : 'desc',
    isShownByDefault: options.hidden !== true,
  };
}

/** A metric's value as tables print it; hover shows full precision. */
export function MetricValue({ metric, value }: { metric: MetricKey; value: number | null }) {
  return (
    <span title={value === null ? undefined : `${value} ${METRICS[metric].unit}`.trim()}>
      {formatMetric(metric, value)}
    </span>
  );
}

/** Words and codes. `value` is what is sorted and exported; `cell` may draw a link or a badge. */
export function textColumn<Row>(
  id: string,
  header: string,
  value: (row: Row) => string | null | undefined,
  options: ColumnOptions<Row> = {},
): DataColumn<Row> {
  return {
    id,
    kind: 'text',
    header,
    description: options.description,
    align: 'left',
    width: options.width ?? 160,
    value: (row) => value(row) ?? null,
    cell: options.cell ?? ((row) => textOrDash(value(row))),
    isSortable: options.sortable ?? true,
    firstSort: 'asc',
    isShownByDefault: options.hidden !== true,
  };
}

/** A number that is no metric of the registry: an id, a count of rows. */
export function numberColumn<Row>(
  id: string,
  header: string,
  value: (row: Row) => number | null | undefined,
  options: ColumnOptions<Row> = {},
): DataColumn<Row> {
  return {
    id,
    kind: 'number',
    header,
    description: options.description,
    align: 'right',
    width: options.width ?? 96,
    value: (row) => value(row) ?? null,
    text: (row) => value(row)?.toLocaleString('en-US') ?? '',
    cell: options.cell ?? ((row) => value(row)?.toLocaleString('en-US') ?? NO_VALUE),
    isSortable: options.sortable ?? true,
    firstSort: 'desc',
    isShownByDefault: options.hidden !== true,
  };
}

/** A time: how long ago, exact with the zone on hover, UTC in exports. */
export function timeColumn<Row>(
  id: string,
  header: string,
  value: (row: Row) => string | null | undefined,
  options: ColumnOptions<Row> = {},
): DataColumn<Row> {
  return {
    id,
    kind: 'time',
    header,
    description: options.description,
    align: 'left',
    width: options.width ?? 120,
    value: (row) => utcText(value(row)),
    order: (row) => timeMs(value(row)),
    text: (row) => {
      const ms = timeMs(value(row));
      return ms === null ? '' : exactTime(ms);
    },
    cell: options.cell ?? ((row) => <RelativeTime at={value(row)} />),
    isSortable: options.sortable ?? true,
    firstSort: 'desc',
    isShownByDefault: options.hidden !== true,
  };
}

function textOrDash(text: string | null | undefined): ReactNode {
  return text === null || text === undefined || text === '' ? NO_VALUE : <span title={text}>{text}</span>;
}

function utcText(at: string | null | undefined): string | null {
  const ms = timeMs(at);
  return ms === null ? null : new Date(ms).toISOString();
}

function timeMs(at: string | null | undefined): number | null {
  const ms = Date.parse(at ?? '');
  return Number.isNaN(ms) ? null : ms;
}
