import { useCallback, useRef } from 'react';

/**
 * Where the focus goes when a dialog closes: back to what had it. Radix knows only its own trigger, and these dialogs
 * are opened by state. A dialog that a menu's item opened returns to the button of the menu, as the item is gone.
 */
export function useReturnFocus(): {
  onOpenAutoFocus: () => void;
  onCloseAutoFocus: (event: Event) => void;
} {
  const from = useRef<HTMLElement | null>(null);
  const onOpenAutoFocus = useCallback(() => {
    const active = document.activeElement;
    const menu = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
    from.current =
      menu == null ? (active instanceof HTMLElement ? active : null) : document.getElementById(menu);
  }, []);
  const onCloseAutoFocus = useCallback((event: Event) => {
    const target = from.current;
    if (target === null || target === document.body) return;
    event.preventDefault();
    if (target.isConnected) {
      target.focus();
      leaveWhenRemoved(target);
    } else focusPage();
  }, []);
  return { onOpenAutoFocus, onCloseAutoFocus };
}

/** A button whose action made it go, as "Cancel" of a job that is cancelled, would leave the focus nowhere: it goes to the page. */
function leaveWhenRemoved(target: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (target.isConnected && document.activeElement === target) return;
    observer.disconnect();
    if (!target.isConnected && document.activeElement === document.body) focusPage();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/** Puts the focus where the page begins, when what had it is gone. */
export function focusPage(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
