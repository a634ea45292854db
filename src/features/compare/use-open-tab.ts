import { useEffect, useRef, type RefObject } from 'react';
import type { CompareKind } from './compare-search.ts';

/**
 * For what holds the tabs. On a phone not all of them fit: the open one is brought into sight, without moving the page. A link from inside a
 * tab to another goes with its tab, so the focus goes to the tab that it opened.
 */
export function useOpenTab(open: CompareKind): RefObject<HTMLDivElement | null> {
  const tabs = useRef<HTMLDivElement>(null);
  const before = useRef(open);
  useEffect(() => {
    const tab = tabs.current?.querySelector<HTMLElement>('[aria-current="page"]');
    const list = tab?.parentElement;
    if (tab && list)
      list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
    if (before.current !== open && document.activeElement === document.body)
      tab?.focus({ preventScroll: true });
    before.current = open;
  }, [open]);
  return tabs;
}
