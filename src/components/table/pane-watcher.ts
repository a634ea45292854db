import { useLayoutEffect } from 'react';
import { FEW_COLUMNS, type ColumnLayout, type Pane } from './column-layout.ts';

/** Of a pane's width that pinned columns may take at most. */
const PINNED_SHARE = 0.6;
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

function paneOf<Row>(layout: ColumnLayout<Row>, from: number, width: number): Pane {
  const [first, end] = columnsInView(layout, from, from + width);
  const pinnedTo = layout.lefts[layout.pinned] ?? layout.total;
  return { first, end, isSticky: layout.pinned > 0 && pinnedTo <= width * PINNED_SHARE };
}

/** The pane of a layout. */
export interface SeenPane<Row> {
  readonly layout: ColumnLayout<Row>;
  readonly pane: Pane;
}

interface PaneWatcherProps<Row> {
  layout: ColumnLayout<Row>;
  scroller: HTMLElement;
  /** Called when other columns are to be drawn. */
  onSeen: (change: (before: SeenPane<Row> | null) => SeenPane<Row>) => void;
}

/** Follows which columns are in view, before they are painted. */
export function PaneWatcher<Row>({ layout, scroller, onSeen }: PaneWatcherProps<Row>) {
  useLayoutEffect(() => {
    const read = () => {
      const pane = paneOf(layout, scroller.scrollLeft, scroller.clientWidth);
      onSeen((before) =>
        before?.layout === layout && String(Object.values(before.pane)) === String(Object.values(pane))
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
  }, [scroller, layout, onSeen]);
  return null;
}
