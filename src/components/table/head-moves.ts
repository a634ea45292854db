import { clampWidth, type ColumnWidths } from './column-widths-param.ts';
import type { PressEvent } from './follow-press.ts';
import { followMove } from './head-order.ts';
import type { HeadState, TableHeadState } from './head-state.ts';
import { textNodes } from './text-nodes.ts';

/** How far one press of an arrow moves the edge of a column, in px. */
const NUDGE_PX = 16;

/** Padding of a cell on both sides and the arrow of a sorted header, in px. */
const [PADDING_PX, ARROW_PX] = [24, 18];
/** No text: drawn things that count for the width of a cell. */
const DRAWN = 'svg,img,input,button,[data-drawn]';

/** What a press, a double click or a key on a header does; a press is followed until it ends. */
export function headEvent<Row>(table: TableHeadState<Row>, event: Event): (event: PressEvent) => void {
  const { target } = event;
  const head = target instanceof Element ? target.closest<HTMLElement>('th[data-column]') : null;
  const id = head?.dataset['column'];
  const { scroller } = table;
  if (head === null || id === undefined || scroller === null) return ignore;
  const state = { ...table, scroller };
  const isEdge = target instanceof Element && target.closest('[data-edge]') !== null;
  if (event instanceof KeyboardEvent) {
    if (event.key === 'Enter') fitColumn(state, id);
    else nudgeColumn(state, id, event.key === 'ArrowRight' ? NUDGE_PX : -NUDGE_PX);
  } else if (event.type === 'dblclick') {
    if (isEdge) fitColumn(state, id);
  } else if (event instanceof PointerEvent && event.button === 0)
    return isEdge ? followEdge(state, head, event) : followMove(state, head, event);
  return ignore;
}

const ignore = () => undefined;

/** The width of a column goes with the pointer until it is let go; Escape or a lost pointer leaves it. */
function followEdge<Row>(
  state: HeadState<Row>,
  head: HTMLElement,
  press: PointerEvent,
): (event: PressEvent) => void {
  const base = seenWidths(state);
  const id = head.dataset['column'] ?? '';
  const start = head.getBoundingClientRect().width;
  const widthsAt = (x: number) => ({ ...base, [id]: clampWidth(start + x - press.clientX) });
  let isOver = false;
  return (event) => {
    if (isOver) return;
    if (event instanceof KeyboardEvent) isOver = event.key === 'Escape';
    else if (event.type === 'pointermove') state.onDraw(widthsAt(event.clientX));
    else if (event.type === 'pointerup' && event.clientX !== press.clientX) {
      isOver = true;
      state.onWidths(widthsAt(event.clientX));
      return;
    } else isOver = true;
    if (isOver) state.onDraw(null);
  };
}

/** Moves the right edge of a column by some px. */
export function nudgeColumn<Row>(state: TableHeadState<Row>, id: string, by: number): void {
  const { layout } = state;
  const base = seenWidths(state);
  const now = base[id] ?? layout.widths[layout.columns.findIndex((column) => column.id === id)] ?? 0;
  state.onWidths({ ...base, [id]: clampWidth(now + by) });
}

/** Makes a column as wide as what is drawn of it at the moment. */
function fitColumn<Row>(state: HeadState<Row>, id: string): void {
  const { scroller, layout } = state;
  const index = layout.columns.findIndex((column) => column.id === id);
  if (index < 0) return;
  const place = index + 1 + Number(layout.isSelectable);
  const cells = scroller.querySelectorAll<HTMLElement>(`tbody td[aria-colindex="${place}"]`);
  const label = scroller.querySelector<HTMLElement>(`th[aria-colindex="${place}"] [data-label]`);
  const widest = [...cells].reduce(
    (most, cell) => Math.max(most, contentWidth(cell)),
    (label?.scrollWidth ?? 0) + ARROW_PX,
  );
  state.onWidths({ ...seenWidths(state), [id]: clampWidth(Math.ceil(widest) + PADDING_PX) });
}

/** The widths that columns have on the screen, where spare room widens them; the chosen ones else. */
function seenWidths<Row>({ layout, scroller, widths }: TableHeadState<Row>): ColumnWidths {
  if (layout.isExact || scroller === null) return widths;
  const isWidened = (scroller.querySelector('table')?.offsetWidth ?? 0) > layout.total + 1;
  if (!isWidened) return widths;
  return Object.fromEntries(
    [...scroller.querySelectorAll<HTMLElement>('th[data-column]')].map((head) => [
      head.dataset['column'] ?? '',
      clampWidth(head.getBoundingClientRect().width),
    ]),
  );
}

/** From the left of the first to the right of the last thing drawn in a cell, cut off or not. */
function contentWidth(cell: HTMLElement): number {
  let [left, right] = [Infinity, -Infinity];
  const take = (box: DOMRect) => {
    if (box.width === 0) return;
    left = Math.min(left, box.left);
    right = Math.max(right, box.right);
  };
  const range = document.createRange();
  for (const node of textNodes(cell)) {
    range.selectNodeContents(node);
    take(range.getBoundingClientRect());
  }
  for (const drawn of cell.querySelectorAll(DRAWN)) take(drawn.getBoundingClientRect());
  return Math.max(0, right - left);
}
