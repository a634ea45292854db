import { useLayoutEffect, useState } from 'react';
import { columnsInView, type ColumnLayout } from './column-layout.ts';

/** What of a table's width is in view. */
export interface Pane {
  /** Columns to draw beside the pinned ones: the first, and the one after the last. */
  readonly first: number;
  readonly end: number;
  /** Whether pinned columns leave room for others beside them; on a narrow screen they scroll with the rest. */
  readonly isSticky: boolean;
}

/** Of a pane's width that pinned columns may take at most. */
const PINNED_SHARE = 0.6;
/** Until the pane is measured. */
const USUAL_PX = 1440;

function paneOf<Row>(layout: ColumnLayout<Row>, from: number, width: number): Pane {
  const [first, end] = columnsInView(layout, from, from + width);
  const pinnedTo = layout.lefts[layout.pinned] ?? layout.total;
  return { first, end, isSticky: layout.pinned > 0 && pinnedTo <= width * PINNED_SHARE };
}

/** Follows which columns are in view; changes only when others are to be drawn. */
export function usePane<Row>(scroller: HTMLElement | null, layout: ColumnLayout<Row>): Pane {
  const [state, setState] = useState(() => ({ layout, pane: paneOf(layout, 0, USUAL_PX) }));
  useLayoutEffect(() => {
    if (scroller === null) return;
    const read = () => {
      const pane = paneOf(layout, scroller.scrollLeft, scroller.clientWidth);
      setState((before) =>
        before.layout === layout &&
        before.pane.first === pane.first &&
        before.pane.end === pane.end &&
        before.pane.isSticky === pane.isSticky
          ? before
          : { layout, pane },
      );
    };
    const observer = new ResizeObserver(read);
    observer.observe(scroller);
    scroller.addEventListener('scroll', read, { passive: true });
    read();
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', read);
    };
  }, [scroller, layout]);
  // Other columns than those the pane was made for: it is made anew before anything is painted.
  return state.layout === layout ? state.pane : paneOf(layout, 0, USUAL_PX);
}
