import type { CsvColumn } from '#lib/csv.ts';
import { workbook } from '#src/components/workbook/workbook.ts';
import type { ColumnData } from './column-data.ts';
import type { TableFilter } from './filter-param.ts';
import { filterText } from './table-filters.ts';
import type { TableView } from './table-params.ts';

/** What a workbook says of itself on its second sheet. */
export interface AboutRows<Row> {
  readonly table: {
    readonly label: string;
    readonly view: TableView;
    readonly columns: readonly ColumnData<Row>[];
    /** Where rows are read in windows, which are filtered where they are read, selected or not. */
    readonly window?: object;
  };
  /** Those that are asked. */
  readonly filters: readonly TableFilter[];
  /** Whether they are selected ones. */
  readonly isPart: boolean;
  /** Rows that there are; more than the workbook holds where it could not take them all. */
  readonly of: number;
  readonly address: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** Rows as a workbook; a second sheet says what they are. Fetched with the library when a person wants one. */
export function workbookOfRows<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  { table, filters, isPart, of, address, at }: AboutRows<Row>,
): Promise<Blob> {
  const { sort } = table.view;
  const headerOf = (id: string) => table.columns.find((column) => column.id === id)?.header ?? id;
  const filterTexts = filters.length === 0 ? ['none'] : filters.map((one) => filterText(one, table.columns));
  const areApplied = !isPart || table.window !== undefined || filters.length === 0;
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
        ['What', isPart ? `${table.label}, those selected` : table.label],
        ['Rows', rows.length],
        ...(of > rows.length ? [['Of rows in all', of]] : []),
        ['Made at (UTC)', at],
        ['Filters', areApplied ? filterTexts.join('; ') : 'not applied to selected rows'],
        [
          'Order',
          sort === null ? 'as listed' : `${headerOf(sort.id)}, ${sort.desc ? 'descending' : 'ascending'}`,
        ],
        ['Address', address],
        ['Times', 'UTC, ISO 8601'],
        ['Days in filters', `of the time zone ${Intl.DateTimeFormat().resolvedOptions().timeZone}`],
        ['Empty cells', 'no value; a zero is a measured zero'],
      ],
    },
  ]);
}
