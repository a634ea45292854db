import type { ReactNode } from 'react';
import { grouped } from '#lib/grouped.ts';
import { NO_VALUE } from '#src/components/ui/no-value.ts';
import { exactTime, RelativeTime } from '#src/components/ui/relative-time.tsx';
import type { ColumnData } from './column-data.ts';

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
  /** Written to every file, whatever columns are shown: ids, and what a cell says beside its value. */
  readonly isExported?: true;
}

export interface ColumnOptions<Row> {
  description?: string;
  width?: number;
  sortable?: boolean;
  hidden?: boolean;
  /** Replaces what is drawn; sort and export stay with the value. */
  cell?: (row: Row) => ReactNode;
}

type Made<Row> = Pick<DataColumn<Row>, 'id' | 'kind' | 'header' | 'width' | 'value' | 'cell'> &
  Partial<DataColumn<Row>>;

/** A column of what its kind says and what a page asks for. */
export function madeColumn<Row>(made: Made<Row>, options: ColumnOptions<Row>): DataColumn<Row> {
  return {
    align: made.kind === 'number' ? 'right' : 'left',
    firstSort: made.kind === 'text' ? 'asc' : 'desc',
    ...made,
    description: options.description ?? made.description,
    width: options.width ?? made.width,
    cell: options.cell ?? made.cell,
    isSortable: options.sortable ?? true,
    isShownByDefault: options.hidden !== true,
  };
}

/** Words and codes. `value` is what is sorted and exported; `cell` may draw a link or a badge. */
export function textColumn<Row>(
  id: string,
  header: string,
  value: (row: Row) => string | null | undefined,
  options: ColumnOptions<Row> = {},
): DataColumn<Row> {
  return madeColumn(
    {
      id,
      kind: 'text',
      header,
      width: 160,
      value: (row) => value(row) ?? null,
      cell: (row) => textOrDash(value(row)),
    },
    options,
  );
}

/** A number that is no metric of the registry: an id, a count of rows. */
export function numberColumn<Row>(
  id: string,
  header: string,
  value: (row: Row) => number | null | undefined,
  options: ColumnOptions<Row> = {},
): DataColumn<Row> {
  const text = (row: Row, none: string): string => {
    const shown = value(row) ?? null;
    return shown === null ? none : grouped(shown);
  };
  return madeColumn(
    {
      id,
      kind: 'number',
      header,
      width: 96,
      value: (row) => value(row) ?? null,
      text: (row) => text(row, ''),
      cell: (row) => text(row, NO_VALUE),
    },
    options,
  );
}

/** A time: how long ago, exact with the zone on hover, UTC in exports. */
export function timeColumn<Row>(
  id: string,
  header: string,
  value: (row: Row) => string | null | undefined,
  options: ColumnOptions<Row> = {},
): DataColumn<Row> {
  return madeColumn(
    {
      id,
      kind: 'time',
      header,
      width: 120,
      value: (row) => utcText(value(row)),
      order: (row) => timeMs(value(row)),
      text: (row) => {
        const ms = timeMs(value(row));
        return ms === null ? '' : exactTime(ms);
      },
      cell: (row) => <RelativeTime at={value(row)} />,
    },
    options,
  );
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
