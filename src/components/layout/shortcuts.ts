import { useEffect, useRef } from 'react';

export interface Shortcut {
  /** One key as `event.key` names it, `mod+` and a key (Ctrl, Command on a Mac), or two keys one after the other: `g l`. */
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
    return addShortcuts([{ keys, label, group, run: () => latest.current() }]);
  }, [keys, label, group]);
}

/** Binds keys until the answer is called. */
export function addShortcuts(own: readonly Registered[]): () => void {
  change([...registered, ...own]);
  return () => change(registered.filter((one) => !own.includes(one)));
}

/** How long after the first of two keys the second still counts. */
const SECOND_KEY_MS = 1500;

/** The page's one key listener; in the shell. */
export function useShortcutKeys(): void {
  useEffect(() => {
    const stop = new AbortController();
    let first = '';
    let firstEnds = 0;
    /** Runs what a key press, after the key `before`, is bound to. The last one bound wins: it belongs to what opened last. */
    const isRun = (event: KeyboardEvent, before?: string): boolean => {
      const hit = registered.findLast((one) => matchesKeys(one.keys, event, before));
      if (hit === undefined || (isTyping(event.target) && !hit.keys.startsWith('mod+'))) return false;
      event.preventDefault();
      hit.run();
      return true;
    };
    const { signal } = stop;
    // Before the page sees it: after `g`, a `t` is no longer the chart's.
    window.addEventListener(
      'keydown',
      (event) => {
        if (first === '' || event.key === 'Shift') return;
        const before = first;
        first = '';
        if (event.timeStamp < firstEnds && isRun(event, before)) event.stopPropagation();
      },
      { capture: true, signal },
    );
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.defaultPrevented || event.isComposing || isRun(event) || isTyping(event.target)) return;
        if (!registered.some((one) => startsKeys(one.keys, event))) return;
        first = event.key.toLowerCase();
        firstEnds = event.timeStamp + SECOND_KEY_MS;
      },
      { signal },
    );
    return () => stop.abort();
  }, []);
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Whether a key press, after the key `before` (empty for none), is the one that `keys` names. */
export function matchesKeys(keys: string, event: KeyPress, before = ''): boolean {
  const pressed = (isMod(event) ? 'mod+' : '') + (before && `${before} `) + event.key;
  return !event.altKey && pressed.toLowerCase() === keys.toLowerCase();
}

/** Whether a key press is the first of the two that `keys` names. */
export function startsKeys(keys: string, event: KeyPress): boolean {
  return !isMod(event) && !event.altKey && keys.startsWith(`${event.key.toLowerCase()} `);
}

const isMod = (event: KeyPress) => event.ctrlKey || event.metaKey;

/** Also in a menu or a list, which finds its items by letters. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input,textarea,select,[role=dialog],[role=menu],[role=listbox]') !== null)
  );
}

function change(next: readonly Registered[]): void {
  registered = next;
  for (const listener of listeners) listener();
}
