export type ExportKind = 'csv' | 'xlsx';

/**
 * Rows of a file at most: of CSV as far as the data API skips rows (`maxOffset`), of a workbook what a browser makes at
 * once (half a gigabyte of memory; Excel ends at 1,048,576).
 */
export const MOST_EXPORTED: Readonly<Record<ExportKind, number>> = { csv: 1_000_000, xlsx: 100_000 };
