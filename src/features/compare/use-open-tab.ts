import { useEffect, useRef, type RefObject } from 'react';
import type { CompareKind } from './compare-search.ts';

/** For what holds the tabs: a link from inside a tab to another goes with its tab, so the focus goes to the tab that it opened. */
export function useOpenTab(open: CompareKind): RefObject<HTMLDivElement | null> {
  const tabs = useRef<HTMLDivElement>(null);
  const before = useRef(open);
  useEffect(() => {
    if (before.current !== open && document.activeElement === document.body)
      tabs.current?.querySelector<HTMLElement>('[aria-current="page"]')?.focus({ preventScroll: true });
    before.current = open;
  }, [open]);
  return tabs;
}
