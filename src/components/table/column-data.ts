import type { CsvValue } from '#lib/csv.ts';
import type { ColumnKind } from './filter-param.ts';

/** What a column holds, without how it is drawn: enough to sort, filter, find and export. */
export interface ColumnData<Row> {
  readonly id: string;
  /** What it holds: decides what a filter may ask. */
  readonly kind: ColumnKind;
  readonly header: string;
  /** What is sorted, compared and exported: full precision, null where there is none. */
  readonly value: (row: Row) => CsvValue;
  /** Milliseconds of a time, cheaper than its text; rows are ordered and filtered by it. */
  readonly order?: (row: Row) => number | null;
  /** What a person reads in the cell, for finding; left out where it is the value. */
  readonly text?: (row: Row) => string;
}
