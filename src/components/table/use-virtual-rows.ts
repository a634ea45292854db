import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Places in view, both ends included; places that do not exist are cut off. */
export interface Range {
  readonly startIndex: number;
  readonly endIndex: number;
  readonly overscan: number;
  readonly count: number;
}

interface Options {
  readonly count: number;
  readonly scroller: HTMLElement | null;
  /** Height of every row in px. */
  readonly rowPx: number;
  /** Rows drawn before and after those in view. */
  readonly overscan: number;
  /**
   * Height in px that is drawn at first, from the top, while nobody knows that of the view: as high as it may become.
   * What is drawn only then is laid out a second time, all within the frame that shows the page.
   */
  readonly firstPx?: number;
  /** Space before the first and after the last row in px. */
  readonly paddingPx?: number;
  /** What covers the end of the view in px. */
  readonly scrollPaddingEnd?: number;
  /** The places to draw, in order; those in view and around them unless given. */
  readonly rangeExtractor?: (range: Range) => number[];
}

interface Item {
  readonly index: number;
  /** From the top of the whole in px. */
  readonly start: number;
}

/**
 * Which of many rows of one height are to be drawn, as their scroller moves. Our own, as TanStack Virtual, which also
 * does rows of any height, is 10 kB gzipped in the first load of most pages.
 */
export function useVirtualRows(options: Options) {
  const { count, scroller, rowPx, overscan, firstPx, paddingPx = 0, scrollPaddingEnd = 0 } = options;
  const [seen, setSeen] = useState<{ readonly from: number; readonly to: number } | null>(
    firstPx === undefined ? null : { from: 0, to: Math.ceil(firstPx / rowPx) - 1 },
  );

  useLayoutEffect(() => {
    if (scroller === null) return;
    const read = () => {
      const top = scroller.scrollTop - paddingPx;
      const from = Math.floor(top / rowPx);
      const to = Math.ceil((top + scroller.clientHeight) / rowPx) - 1;
      setSeen((before) => (before?.from === from && before.to === to ? before : { from, to }));
    };
    // At once: rows that come a frame later than the scroll bar are seen as a blank.
    const readNow = () => flushSync(read);
    scroller.addEventListener('scroll', readNow, { passive: true });
    // Also the first reading, and that of a view that more rows made taller: when the browser has laid the page out and
    // not painted it yet. Read here, it would lay out the half-drawn page once more, within the task that draws it.
    const observer = new ResizeObserver(readNow);
    observer.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', readNow);
      observer.disconnect();
    };
  }, [scroller, paddingPx, rowPx]);

  const range =
    seen === null || count === 0
      ? null
      : {
          startIndex: Math.min(Math.max(seen.from, 0), count - 1),
          endIndex: Math.min(Math.max(seen.to, 0), count - 1),
          overscan,
          count,
        };
  const places = range === null ? [] : (options.rangeExtractor ?? placesAround)(range);
  return {
    range,
    places,
    totalPx: count * rowPx + 2 * paddingPx,
    items: places.map((index): Item => ({ index, start: paddingPx + index * rowPx })),
    /** Scrolls to a row: as little as it takes, or to the middle. */
    scrollToIndex: (index: number, { align = 'auto' }: { readonly align?: 'auto' | 'center' } = {}) => {
      if (scroller === null) return;
      const { scrollTop, clientHeight } = scroller;
      const start = paddingPx + index * rowPx;
      const last = start + rowPx + scrollPaddingEnd - clientHeight;
      if (align === 'center') scroller.scrollTo({ top: start + rowPx / 2 - clientHeight / 2 });
      else if (last > scrollTop) scroller.scrollTo({ top: last });
      else if (start < scrollTop) scroller.scrollTo({ top: start });
    },
  };
}

/** The places in view and those around them. */
export function placesAround({ startIndex, endIndex, overscan, count }: Range): number[] {
  const from = Math.max(0, startIndex - overscan);
  const to = Math.min(count - 1, endIndex + overscan);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
