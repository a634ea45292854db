import { useCallback, useSyncExternalStore } from 'react';
import { openedKey } from './opened-key.ts';

/** The view that was opened last on a page, as it was then. */
export interface OpenedView {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The view that this window opened last on a page, or null for the usual one. It is kept for the window alone: the
 * address holds the state, and this only remembers the name that the state began with.
 */
export function useOpenedView(
  orgId: string,
  viewKey: string,
): readonly [OpenedView | null, (view: OpenedView | null) => void] {
  const key = openedKey(orgId, viewKey);
  const text = useSyncExternalStore(subscribe, () => sessionStorage.getItem(key));
  const set = useCallback(
    (view: OpenedView | null) => {
      if (view === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify(view));
      for (const listener of listeners) listener();
    },
    [key],
  );
  return [readOpened(text), set];
}

function readOpened(text: string | null): OpenedView | null {
  try {
    const { id, name, text: state } = JSON.parse(text ?? '') as Record<string, unknown>;
    return { id: String(id), name: String(name), text: String(state) };
  } catch {
    return null;
  }
}
