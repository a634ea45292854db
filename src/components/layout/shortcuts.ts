import { useEffect, useRef } from 'react';

export interface Shortcut {
  /** One key as `event.key` names it, or `mod+` and a key (Ctrl, Command on a Mac). */
  keys: string;
  label: string;
  group: string;
}

interface Registered extends Shortcut {
  run: () => void;
}

let registered: readonly Registered[] = [];
const listeners = new Set<() => void>();

export const shortcutStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  list: (): readonly Shortcut[] => registered,
};

/** Binds a key while the component is mounted; the sheet behind `?` lists it. */
export function useShortcut({ keys, label, group }: Shortcut, run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const own: Registered = { keys, label, group, run: () => latest.current() };
    change([...registered, own]);
    return () => change(registered.filter((one) => one !== own));
  }, [keys, label, group]);
}

/** The page's one key listener; in the shell. */
export function useShortcutKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      // The last one bound wins: it belongs to what opened last.
      const hit = registered.findLast((one) => matchesKeys(one.keys, event));
      if (hit === undefined || (!hit.keys.startsWith('mod+') && isTyping(event.target))) return;
      event.preventDefault();
      hit.run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Whether a key press is the one that `keys` names. */
export function matchesKeys(keys: string, event: KeyPress): boolean {
  const isMod = keys.startsWith('mod+');
  const key = isMod ? keys.slice(4) : keys;
  return (
    event.key.toLowerCase() === key.toLowerCase() &&
    (event.ctrlKey || event.metaKey) === isMod &&
    !event.altKey
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input,textarea,select,[role="dialog"]') !== null)
  );
}

function change(next: readonly Registered[]): void {
  registered = next;
  for (const listener of listeners) listener();
}
