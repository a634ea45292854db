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

/** More columns than this are drawn only where they are in view. */
const FEW_COLUMNS = 30;
const OVERSCAN_PX = 100;
/** Columns come and go so many at a time: each change draws all rows. */
const STEP = 6;

/** The columns to draw beside the pinned ones when `from` to `to` px are in view: first, and the one after the last. */
export function columnsInView<Row>(
  { columns, widths, lefts, pinned }: ColumnLayout<Row>,
  from: number,
  to: number,
): readonly [first: number, end: number] {
  if (columns.length <= FEW_COLUMNS) return [pinned, columns.length];
  let first = pinned;
  while (first < columns.length - 1 && (lefts[first] ?? 0) + (widths[first] ?? 0) < from - OVERSCAN_PX)
    first += 1;
  let end = first;
  while (end < columns.length && (lefts[end] ?? 0) < to + OVERSCAN_PX) end += 1;
  return [Math.max(pinned, first - (first % STEP)), Math.min(columns.length, Math.ceil(end / STEP) * STEP)];
}
