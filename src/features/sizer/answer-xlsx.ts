import { writeXlsx, type CellValue, type WriteSheet } from 'hucre/xlsx';
import { answerSheets, type ExportSource, type Sheet } from './answer-sheets.ts';

/** Text stays text, also where it starts like a formula: a string cell is never run. */
function cell(value: Sheet['rows'][number][number]): CellValue {
  return value === undefined || (typeof value === 'number' && !Number.isFinite(value)) ? null : value;
}

function worksheet(sheet: Sheet): WriteSheet {
  return {
    name: sheet.name,
    columns: sheet.headers.map((_, index) => ({
      width: sheet.widths[index] ?? 16,
      ...(sheet.formats[index] === undefined ? {} : { numFmt: sheet.formats[index] }),
    })),
    rows: [[...sheet.headers], ...sheet.rows.map((row) => row.map(cell))],
    cells: new Map(
      sheet.headers.map((header, index) => [
        `0,${index}`,
        { value: header, style: { font: { bold: true } } },
      ]),
    ),
    freezePane: { rows: 1 },
    autoFilter: {
      range: `A1:${columnName(sheet.headers.length - 1)}${sheet.rows.length + 1}`,
    },
  };
}

function columnName(index: number): string {
  return (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));
}

/** The answer as a workbook: typed cells, frozen and filtered headers, units in the headers. */
export function answerXlsx(source: ExportSource): Promise<Uint8Array> {
  return writeXlsx({ sheets: answerSheets(source).map(worksheet) });
}
