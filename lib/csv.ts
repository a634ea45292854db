/** What a cell may hold; text is guarded, numbers are not (a negative number must stay a number). */
export type CsvValue = string | number | boolean | null | undefined;

export interface CsvColumn<Row> {
  readonly header: string;
  readonly value: (row: Row) => CsvValue;
}

/**
 * Writes rows as CSV by RFC 4180 (comma, CRLF, quotes doubled), full precision, missing values empty.
 * Text that a spreadsheet would run as a formula gets a leading apostrophe (OWASP, CSV injection).
 */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map((column) => csvCell(column.header))];
  for (const row of rows) lines.push(columns.map((column) => csvCell(column.value(row))));
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

/** One value as a CSV field. */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value === 'boolean') return String(value);
  const guarded = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
