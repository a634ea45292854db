import type { ColumnWidths } from './column-widths-param.ts';
import type { DataColumn } from './data-columns.tsx';

/** Width of the column of check boxes, in px. */
export const SELECT_PX = 36;

/** Where the columns of a table stand; `columns[i]` is `widths[i]` px wide and starts at `lefts[i]`. */
export interface ColumnLayout<Row> {
  /** Pinned ones first. */
  readonly columns: readonly DataColumn<Row>[];
  readonly widths: readonly number[];
  readonly lefts: readonly number[];
  /** How many stay at the left edge. */
  readonly pinned: number;
  /** Whether rows can be selected, and have a check box first. */
  readonly isSelectable: boolean;
  /** Width of all in px. */
  readonly total: number;
  /** Whether spare room goes to an empty last column, as widths were chosen; else all columns share it. */
  readonly isExact: boolean;
}

/** Lays columns out: those of `pins` first, at their usual width or the one of `widths`. */
export function columnLayout<Row>(
  shown: readonly DataColumn<Row>[],
  chosen: ColumnWidths,
  pins: readonly string[],
  isSelectable: boolean,
): ColumnLayout<Row> {
  const pinned = shown.filter(({ id }) => pins.includes(id));
  const columns = [...pinned, ...shown.filter(({ id }) => !pins.includes(id))];
  const own = (id: string) => (Object.hasOwn(chosen, id) ? chosen[id] : undefined);
  const widths = columns.map(({ id, width }) => own(id) ?? width);
  const lefts: number[] = [];
  let total = isSelectable ? SELECT_PX : 0;
  for (const width of widths) {
    lefts.push(total);
    total += width;
  }
  const isExact = columns.some(({ id }) => own(id) !== undefined);
  return { columns, widths, lefts, pinned: pinned.length, isSelectable, total, isExact };
}

/** What of a table's width is in view. */
export interface Pane {
  /** Columns to draw beside the pinned ones: the first, and the one after the last. */
  readonly first: number;
  readonly end: number;
  /** Whether pinned columns leave room for others beside them; on a narrow screen they scroll with the rest. */
  readonly isSticky: boolean;
}

/** More columns than this are drawn only where they are in view. */
export const FEW_COLUMNS = 30;

/** What is drawn until the pane is looked at. */
export const firstPane = <Row>({ columns, pinned }: ColumnLayout<Row>): Pane => ({
  first: pinned,
  end: Math.min(columns.length, Math.max(pinned, FEW_COLUMNS)),
  isSticky: false,
});
