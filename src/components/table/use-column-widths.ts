import { useState, type PointerEvent as PressEvent } from 'react';
import type { ColumnLayout } from './column-layout.ts';
import { clampWidth, type ColumnWidths } from './column-widths-param.ts';

/** Padding of a cell on both sides and the arrow of a sorted header, in px. */
const [PADDING_PX, ARROW_PX] = [24, 18];
/** No text: drawn things that count for the width of a cell. */
const DRAWN = 'svg,img,input,button,[data-drawn]';

interface WidthsOptions {
  widths: ColumnWidths | undefined;
  scroller: HTMLElement | null;
  onChange: (widths: ColumnWidths) => void;
}

/** Chosen widths of columns while they are dragged and after, and the ways to choose them. */
export function useColumnWidths({ widths = NONE, scroller, onChange }: WidthsOptions) {
  // What was dropped shows at once and until the address has followed.
  const [live, setLive] = useState<{ widths: ColumnWidths; from: ColumnWidths | null } | null>(null);
  const shown = live !== null && (live.from === null || live.from === widths) ? live.widths : widths;
  const choose = (next: ColumnWidths) => {
    setLive({ widths: next, from: widths });
    onChange(next);
  };
  /** The widths that columns have on the screen, where spare room widens them; the chosen ones else. */
  const seen = <Row>(layout: ColumnLayout<Row>): ColumnWidths => {
    if (layout.isExact || scroller === null) return shown;
    const heads = [...scroller.querySelectorAll<HTMLElement>('th[data-column]')];
    const isWidened = (scroller.querySelector('table')?.offsetWidth ?? 0) > layout.total + 1;
    if (!isWidened) return shown;
    return Object.fromEntries(
      heads.map((head) => [head.dataset['column'] ?? '', clampWidth(head.getBoundingClientRect().width)]),
    );
  };
  return {
    widths: shown,
    /** Follows the pointer that pressed the edge of a header until it is let go; Escape or a lost pointer leaves it. */
    drag: <Row>(layout: ColumnLayout<Row>, id: string, event: PressEvent<HTMLElement>) => {
      const edge: HTMLElement = event.currentTarget;
      const base = seen(layout);
      const start = edge.closest('th')?.getBoundingClientRect().width ?? 0;
      const at = event.clientX;
      const widthsAt = (x: number) => ({ ...base, [id]: clampWidth(start + x - at) });
      const stop = new AbortController();
      const { signal } = stop;
      event.preventDefault();
      edge.setPointerCapture(event.pointerId);
      edge.addEventListener(
        'pointermove',
        (move) => setLive({ widths: widthsAt(move.clientX), from: null }),
        {
          signal,
        },
      );
      edge.addEventListener(
        'pointerup',
        (up) => {
          stop.abort();
          if (up.clientX !== at) choose(widthsAt(up.clientX));
        },
        { signal },
      );
      edge.addEventListener(
        'lostpointercapture',
        () => {
          stop.abort();
          setLive((now) => (now?.from === null ? null : now));
        },
        { signal },
      );
    },
    nudge: <Row>(layout: ColumnLayout<Row>, id: string, by: number) => {
      const base = seen(layout);
      const now = base[id] ?? layout.widths[layout.columns.findIndex((column) => column.id === id)] ?? 0;
      choose({ ...base, [id]: clampWidth(now + by) });
    },
    /** As wide as what is drawn of the column at the moment. */
    fit: <Row>(layout: ColumnLayout<Row>, id: string) => {
      const index = layout.columns.findIndex((column) => column.id === id);
      if (scroller === null || index < 0) return;
      const place = index + 1 + Number(layout.isSelectable);
      const cells = scroller.querySelectorAll<HTMLElement>(`tbody td[aria-colindex="${place}"]`);
      const label = scroller.querySelector<HTMLElement>(`th[aria-colindex="${place}"] [data-label]`);
      const widest = [...cells].reduce(
        (most, cell) => Math.max(most, contentWidth(cell)),
        (label?.scrollWidth ?? 0) + ARROW_PX,
      );
      choose({ ...seen(layout), [id]: clampWidth(Math.ceil(widest) + PADDING_PX) });
    },
  };
}

const NONE: ColumnWidths = {};

/** From the left of the first to the right of the last thing drawn in a cell, cut off or not. */
function contentWidth(cell: HTMLElement): number {
  let [left, right] = [Infinity, -Infinity];
  const take = (box: DOMRect) => {
    if (box.width === 0) return;
    left = Math.min(left, box.left);
    right = Math.max(right, box.right);
  };
  const range = document.createRange();
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    range.selectNodeContents(node);
    take(range.getBoundingClientRect());
  }
  for (const drawn of cell.querySelectorAll(DRAWN)) take(drawn.getBoundingClientRect());
  return Math.max(0, right - left);
}
