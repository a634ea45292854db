import { writeXlsx, type CellValue, type WriteSheet } from 'hucre/xlsx';
import type { CsvColumn, CsvValue } from '#lib/csv.ts';

/** What a workbook says of itself on its second sheet. */
export interface TableAbout {
  readonly what: string;
  readonly address: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly filters: readonly string[];
  readonly sort: string;
}

/** Text stays text, also where it starts like a formula: a string cell is never run. */
const cell = (value: CsvValue): CellValue =>
  value === undefined || (typeof value === 'number' && !Number.isFinite(value)) ? null : value;

function columnName(index: number): string {
  return (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));
}

/** Rows as a workbook: typed cells of full precision, units in the frozen and filtered header; a second sheet says what they are. */
export function tableXlsx<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  about: TableAbout,
): Promise<Uint8Array> {
  const table: WriteSheet = {
    name: 'Rows',
    columns: columns.map(({ header }) => ({ width: Math.min(48, Math.max(12, header.length + 4)) })),
    rows: [
      columns.map(({ header }) => header),
      ...rows.map((row) => columns.map((column) => cell(column.value(row)))),
    ],
    cells: new Map(
      columns.map(({ header }, index) => [`0,${index}`, { value: header, style: { font: { bold: true } } }]),
    ),
    freezePane: { rows: 1 },
    autoFilter: { range: `A1:${columnName(columns.length - 1)}${rows.length + 1}` },
  };
  const facts: [string, string | number][] = [
    ['What', about.what],
    ['Rows', rows.length],
    ['Made at (UTC)', about.at],
    ['Filters', about.filters.length === 0 ? 'none' : about.filters.join('; ')],
    ['Order', about.sort],
    ['Address', about.address],
    ['Times', 'UTC, ISO 8601'],
    ['Empty cells', 'no value; a zero is a measured zero'],
  ];
  return writeXlsx({
    sheets: [table, { name: 'About', columns: [{ width: 20 }, { width: 80 }], rows: facts }],
  });
}
