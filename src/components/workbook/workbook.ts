import { rangeRef, writeXlsx, type CellValue, type WriteSheet } from 'hucre/xlsx';
import type { CsvValue } from '#lib/csv.ts';

/** One sheet: values of full precision, units in the headers. */
export interface Sheet {
  readonly name: string;
  /** Bold, kept in view and filtered by; without any the rows stand alone. */
  readonly headers: readonly string[];
  /** Excel's number format of each column, for numbers. */
  readonly formats?: readonly (string | undefined)[];
  /** Of each column, in characters. */
  readonly widths: readonly number[];
  readonly rows: readonly (readonly CsvValue[])[];
}

/** Text stays text, also where it starts like a formula: a string cell is never run. */
const cell = (value: CsvValue): CellValue =>
  value === undefined || (typeof value === 'number' && !Number.isFinite(value)) ? null : value;

function worksheet({ name, headers, formats = [], widths, rows }: Sheet): WriteSheet {
  const columns = widths.map((width, index) => ({
    width,
    ...(formats[index] === undefined ? {} : { numFmt: formats[index] }),
  }));
  const cells = rows.map((row) => row.map(cell));
  if (headers.length === 0) return { name, columns, rows: cells };
  return {
    name,
    columns,
    rows: [[...headers], ...cells],
    cells: new Map(
      headers.map((header, index) => [`0,${index}`, { value: header, style: { font: { bold: true } } }]),
    ),
    freezePane: { rows: 1 },
    autoFilter: { range: rangeRef(0, 0, rows.length, headers.length - 1) },
  };
}

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Sheets as an XLSX file with typed cells; fetched when a person wants one, as the library is large. */
export async function workbook(sheets: readonly Sheet[]): Promise<Blob> {
  const bytes = await writeXlsx({ sheets: sheets.map(worksheet) });
  return new Blob([bytes as BlobPart], { type: TYPE });
}
