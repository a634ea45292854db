import { useSyncExternalStore } from 'react';
import type { PointAddress } from '#lib/charts/walk-points.ts';

/** The point that is read: by pointer or keyboard, pinned or passing. */
export interface Cursor {
  readonly at: PointAddress | null;
  readonly by: 'pointer' | 'keyboard';
  readonly isPinned: boolean;
  /** Series that the legend points out; the others fade. */
  readonly emphasis: string | null;
}

export const NO_CURSOR: Cursor = { at: null, by: 'pointer', isPinned: false, emphasis: null };

/** State beside the chart, so that a hover renders a tooltip and never the chart. */
export interface CursorStore {
  readonly get: () => Cursor;
  readonly set: (cursor: Cursor) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

function isSame(a: Cursor, b: Cursor): boolean {
  const isSamePoint =
    a.at === b.at ||
    (a.at?.panel === b.at?.panel && a.at?.series === b.at?.series && a.at?.point === b.at?.point);
  return isSamePoint && a.by === b.by && a.isPinned === b.isPinned && a.emphasis === b.emphasis;
}

export function createCursorStore(): CursorStore {
  let current = NO_CURSOR;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (cursor) => {
      // A pointer that stays on its point moves often; nobody need hear of it.
      if (isSame(cursor, current)) return;
      current = cursor;
      listeners.forEach((listener) => listener());
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Reads one part of the cursor; the component renders only when that part changes. */
export function useCursor<Part>(store: CursorStore, select: (cursor: Cursor) => Part): Part {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(NO_CURSOR),
  );
}
