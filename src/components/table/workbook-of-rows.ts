import type { CsvColumn } from '#lib/csv.ts';
import { workbook } from '#src/components/workbook/workbook.ts';

/** What a workbook says of itself on its second sheet. */
export interface AboutRows {
  readonly what: string;
  /** Rows that there are; more than the workbook holds where it could not take them all. */
  readonly of: number;
  readonly address: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly filters: readonly string[];
  readonly sort: string;
}

/** Rows as a workbook; a second sheet says what they are. Fetched with the library when a person wants one. */
export function workbookOfRows<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  about: AboutRows,
): Promise<Blob> {
  const headers = columns.map(({ header }) => header);
  return workbook([
    {
      name: 'Rows',
      headers,
      widths: headers.map(({ length }) => Math.min(48, Math.max(12, length + 4))),
      rows: rows.map((row) => columns.map(({ value }) => value(row))),
    },
    {
      name: 'About',
      headers: [],
      widths: [20, 80],
      rows: [
        ['What', about.what],
        ['Rows', rows.length],
        ...(about.of > rows.length ? [['Of rows in all', about.of]] : []),
        ['Made at (UTC)', about.at],
        ['Filters', about.filters.join('; ') || 'none'],
        ['Order', about.sort],
        ['Address', about.address],
        ['Times', 'UTC, ISO 8601'],
        ['Days in filters', `of the time zone ${Intl.DateTimeFormat().resolvedOptions().timeZone}`],
        ['Empty cells', 'no value; a zero is a measured zero'],
      ],
    },
  ]);
}
