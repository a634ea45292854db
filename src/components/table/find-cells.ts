import { cellText } from './cell-text.ts';
import type { ColumnData } from './column-data.ts';
import type { PlacedRows } from './placed-rows.ts';

/** A cell by its row's place in the view and its column's place in the layout. */
export interface CellPlace {
  readonly place: number;
  readonly column: number;
}

/**
 * The cells that hold `needle` (in lower case) among the loaded rows at `from` to `to`, the latter left out, row by row.
 * Letters are not looked for in numbers, whose texts cost most to make.
 */
export function findCells<Row>(
  placed: PlacedRows<Row>,
  columns: readonly ColumnData<Row>[],
  needle: string,
  from: number,
  to: number,
): CellPlace[] {
  if (needle === '') return [];
  const isWord = /[^\d\s.,+%e-]/.test(needle);
  const cells: CellPlace[] = [];
  for (let place = from; place < to; place += 1) {
    const row = placed.at(place);
    if (row === undefined) continue;
    columns.forEach((column, index) => {
      if (isWord && column.kind === 'number') return;
      if (cellText(column, row).toLowerCase().includes(needle)) cells.push({ place, column: index });
    });
  }
  return cells;
}
