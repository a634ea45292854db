import { startTransition, useLayoutEffect, useState, type RefObject } from 'react';

/** Width of an element in whole pixels, followed as it changes; null before the first measurement. */
export function useWidth(ref: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    let isFirst = true;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const now = Math.floor(entry.contentRect.width);
      // What waits for its first width is drawn after the page around it is painted: a table there reads its height at
      // once, and would take everything that is not a transition with it.
      if (isFirst) startTransition(() => setWidth(now));
      else setWidth(now);
      isFirst = false;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
