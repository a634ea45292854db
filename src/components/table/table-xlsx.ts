import type { CsvColumn } from '#lib/csv.ts';

/** What a workbook says of itself on its second sheet. */
export interface TableAbout {
  readonly what: string;
  readonly address: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly filters: readonly string[];
  readonly sort: string;
}

/** Rows as a workbook; a second sheet says what they are. */
export async function tableXlsx<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  about: TableAbout,
): Promise<Blob> {
  const { workbook } = await import('#src/components/workbook/workbook.ts');
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
        ['Made at (UTC)', about.at],
        ['Filters', about.filters.join('; ') || 'none'],
        ['Order', about.sort],
        ['Address', about.address],
        ['Times', 'UTC, ISO 8601'],
        ['Empty cells', 'no value; a zero is a measured zero'],
      ],
    },
  ]);
}
