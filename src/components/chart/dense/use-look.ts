import { useSyncExternalStore } from 'react';

/**
 * What a canvas must be drawn again for, as no style sheet reaches into it: theme and contrast (attributes of <html>),
 * the system's preferences, and the density of the screen. A number that is another after each change.
 */
export function useLook(): number {
  return useSyncExternalStore(subscribeToLook, readLook, () => 0);
}

/** Whether the page is being printed: charts are then drawn as paths, sharp on paper. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribeToPrinting, readPrinting, () => false);
}

let look = 0;
const lookListeners = new Set<() => void>();
let stopWatching: (() => void) | null = null;

const readLook = (): number => look;

function watchLook(): () => void {
  let density = devicePixelRatio;
  const change = (): void => {
    look += 1;
    lookListeners.forEach((listener) => listener());
  };
  const onResize = (): void => {
    if (devicePixelRatio === density) return;
    density = devicePixelRatio;
    change();
  };
  const observer = new MutationObserver(change);
  observer.observe(document.documentElement, { attributes: true });
  const queries = ['(forced-colors: active)', '(prefers-contrast: more)', '(prefers-color-scheme: dark)'].map(
    (query) => matchMedia(query),
  );
  queries.forEach((query) => query.addEventListener('change', change));
  addEventListener('resize', onResize);
  return () => {
    observer.disconnect();
    queries.forEach((query) => query.removeEventListener('change', change));
    removeEventListener('resize', onResize);
  };
}

function subscribeToLook(listener: () => void): () => void {
  lookListeners.add(listener);
  stopWatching ??= watchLook();
  return () => {
    lookListeners.delete(listener);
    if (lookListeners.size > 0) return;
    stopWatching?.();
    stopWatching = null;
  };
}

let isBetweenPrintEvents = false;
let printQuery: MediaQueryList | null = null;

function readPrinting(): boolean {
  printQuery ??= matchMedia('print');
  return isBetweenPrintEvents || printQuery.matches;
}

function subscribeToPrinting(listener: () => void): () => void {
  const before = (): void => {
    isBetweenPrintEvents = true;
    listener();
  };
  const after = (): void => {
    isBetweenPrintEvents = false;
    listener();
  };
  const query = matchMedia('print');
  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  query.addEventListener('change', listener);
  return () => {
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', after);
    query.removeEventListener('change', listener);
  };
}
