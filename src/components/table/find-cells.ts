import type { CellFinder } from './cell-finder.ts';
import type { PlacedRows } from './placed-rows.ts';

/** A cell by its row's place in the view and its column's place in the layout. */
export interface CellPlace {
  readonly place: number;
  readonly column: number;
}

/** The cells of `columns` that are found among the loaded rows at `from` to `to`, the latter left out, row by row. */
export function findCells<Row>(
  placed: PlacedRows<Row>,
  columns: number,
  finds: NonNullable<CellFinder<Row>['finds']>,
  from: number,
  to: number,
): CellPlace[] {
  const cells: CellPlace[] = [];
  for (let place = from; place < to; place += 1) {
    const row = placed.at(place);
    if (row === undefined) continue;
    for (let column = 0; column < columns; column += 1) if (finds(column, row)) cells.push({ place, column });
  }
  return cells;
}
