import type { ColumnLayout, Pane } from './column-layout.ts';
import type { CellPlace } from './find-cells.ts';
import { ROW_PX } from './table-row.tsx';

/** Scrolls as far as it takes to see a cell below the header and beside the pinned columns. */
export function showCell<Row>(
  scroller: HTMLElement,
  { lefts, widths, pinned }: ColumnLayout<Row>,
  { isSticky }: Pane,
  { place, column }: CellPlace,
): void {
  const { scrollTop, scrollLeft, clientHeight, clientWidth } = scroller;
  const top = place * ROW_PX;
  // The header covers as much above as the last row in view then hangs over below.
  if (top < scrollTop) scroller.scrollTo({ top });
  else if (top + 2 * ROW_PX > scrollTop + clientHeight)
    scroller.scrollTo({ top: top + 2 * ROW_PX - clientHeight });
  if (isSticky && column < pinned) return;
  const left = lefts[column] ?? 0;
  const covered = isSticky ? (lefts[pinned] ?? 0) : 0;
  const right = left + (widths[column] ?? 0);
  if (left < scrollLeft + covered) scroller.scrollTo({ left: left - covered });
  else if (right > scrollLeft + clientWidth) scroller.scrollTo({ left: right - clientWidth });
}
