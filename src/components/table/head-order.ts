import type { PressEvent } from './follow-press.ts';
import type { HeadState } from './head-state.ts';

/** A mouse moves so far before a header is lifted, and a finger rests so long: until then it presses or scrolls. */
const [LIFT_PX, LIFT_MS] = [6, 350];
/** So near an end of the table the columns scroll by so much at each move, in px. */
const [NEAR_PX, SCROLL_PX] = [40, 16];

/** `ids` with `id` before the one at `at`, counted in `ids` as they are; at their number it goes last. */
export function movedTo(ids: readonly string[], id: string, at: number): string[] {
  const before = ids.slice(0, at).filter((one) => one !== id);
  const after = ids.slice(at).filter((one) => one !== id);
  return [...before, id, ...after];
}

/** The place among columns whose boxes are `boxes`, left to right, that is nearest to `x`: 0 before the first. */
export function placeAt(
  boxes: readonly { readonly left: number; readonly right: number }[],
  x: number,
): number {
  return boxes.filter(({ left, right }) => x > (left + right) / 2).length;
}

/**
 * What a move of the pointer means, by how far it is from the press and how long after it was made, which on a busy page is
 * long before it is told: a finger that moved before it had rested scrolls, whatever a timer has done since.
 */
export function meaningOfMove(
  farPx: number,
  afterMs: number,
  isTouch: boolean,
  isLifted: boolean,
): 'scrolls' | 'carries' | 'lifts' | 'nothing' {
  const isFar = Math.abs(farPx) >= LIFT_PX;
  if (isFar && isTouch && afterMs < LIFT_MS) return 'scrolls';
  if (isLifted) return 'carries';
  return isFar ? 'lifts' : 'nothing';
}

/** A header goes with the pointer to another place, shown by a mark; Escape or a lost pointer leaves it where it was. */
export function followMove<Row>(
  { scroller, layout, onOrder }: HeadState<Row>,
  head: HTMLElement,
  press: PointerEvent,
): (event: PressEvent) => void {
  const id = head.dataset['column'] ?? '';
  const isTouch = press.pointerType === 'touch';
  const ids = layout.columns.map((column) => column.id);
  // Pinned columns stay among themselves, as they stand first.
  const [from, to] =
    ids.indexOf(id) < layout.pinned ? [0, layout.pinned] : [layout.pinned, layout.columns.length];
  const stop = new AbortController();
  let mark: HTMLElement | null = null;
  let place = ids.indexOf(id);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let wasLifted = false;

  const end = () => {
    isOver = true;
    wasLifted = mark !== null;
    clearTimeout(timer);
    stop.abort();
    mark?.remove();
    head.removeAttribute('data-lifted');
    document.documentElement.style.removeProperty('cursor');
  };
  const drawAt = (x: number) => {
    // Those in view: more columns than fit are drawn only there.
    const heads = [...scroller.querySelectorAll<HTMLElement>('th[data-column]')];
    const atOf = (one: HTMLElement | undefined) => ids.indexOf(one?.dataset['column'] ?? '');
    const movable = heads.filter((one) => atOf(one) >= from && atOf(one) < to);
    const boxes = movable.map((one) => one.getBoundingClientRect());
    const past = placeAt(boxes, x);
    const edge = boxes[past]?.left ?? boxes.at(-1)?.right;
    if (mark === null || edge === undefined) return;
    place = atOf(movable[0]) + past;
    const frame = scroller.getBoundingClientRect();
    mark.style.left = `${Math.min(frame.right, Math.max(frame.left, edge)) - 1}px`;
    if (x > frame.right - NEAR_PX) scroller.scrollBy({ left: SCROLL_PX });
    else if (x < frame.left + NEAR_PX) scroller.scrollBy({ left: -SCROLL_PX });
  };
  const lift = (x: number) => {
    clearTimeout(timer);
    const { top } = head.getBoundingClientRect();
    const { bottom } = scroller.getBoundingClientRect();
    mark = document.createElement('div');
    mark.dataset['insertion'] = '';
    mark.className = 'pointer-events-none fixed z-30 w-0.5 bg-accent forced-colors:bg-[Highlight]';
    mark.style.top = `${top}px`;
    mark.style.height = `${Math.min(bottom, window.innerHeight) - top}px`;
    document.body.append(mark);
    head.setAttribute('data-lifted', '');
    document.documentElement.style.cursor = 'grabbing';
    drawAt(x);
  };
  if (isTouch) {
    const { signal } = stop;
    timer = setTimeout(() => lift(press.clientX), LIFT_MS);
    // A long press opens no menu; that it does not scroll is seen to by the header.
    head.addEventListener(
      'contextmenu',
      (event) => {
        if (mark !== null) event.preventDefault();
      },
      { signal },
    );
  }
  return (event) => {
    if (event.type === 'pointerup' && (mark !== null || wasLifted)) ignoreClick();
    if (isOver) return;
    if (event instanceof KeyboardEvent) {
      if (event.key !== 'Escape' || mark === null) return;
      end();
      event.preventDefault();
      event.stopPropagation();
    } else if (event.type === 'pointermove') {
      const { clientX: x, timeStamp } = event;
      const meaning = meaningOfMove(x - press.clientX, timeStamp - press.timeStamp, isTouch, mark !== null);
      if (meaning === 'scrolls') end();
      else if (meaning === 'carries') drawAt(x);
      // A finger that rested long enough before the code was there has lifted it too.
      else if (meaning === 'lifts') lift(x);
    } else {
      end();
      const order = movedTo(ids, id, place);
      if (wasLifted && event.type === 'pointerup' && order.some((one, at) => one !== ids[at])) onOrder(order);
    }
  };
}

/** The end of a move is no press of what is below the pointer. */
function ignoreClick(): void {
  const ignore = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', ignore, { capture: true });
  setTimeout(() => window.removeEventListener('click', ignore, { capture: true }));
}
