import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PlacedRows } from './placed-rows.ts';

/** Rows on paper at most: some 60 pages. */
export const MOST_PRINTED = 2000;

/** Whether the page is on its way to paper. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    // At once: the browser takes the page as it is when the event ends.
    const tell = (event: Event) => flushSync(() => setPrinting(event.type === 'beforeprint'));
    for (const type of ['beforeprint', 'afterprint'])
      window.addEventListener(type, tell, { signal: stop.signal });
    return () => stop.abort();
  }, []);
  return isPrinting;
}

/** The first rows of a view, as far as they are loaded. */
export function printedPlaces<Row>({ count, at }: PlacedRows<Row>): number[] {
  return Array.from({ length: Math.min(count, MOST_PRINTED) }, (_, place) => place).filter(
    (place) => at(place) !== undefined,
  );
}
