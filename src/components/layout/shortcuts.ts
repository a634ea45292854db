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
    let first = '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      // The last one bound wins: it belongs to what opened last.
      const hit = registered.findLast((one) => matchesKeys(one.keys, event));
      if (hit?.keys.startsWith('mod+') !== true && isTyping(event.target)) return;
      if (hit !== undefined) {
        event.preventDefault();
        hit.run();
      } else if (registered.some((one) => startsKeys(one.keys, event))) {
        first = event.key.toLowerCase();
        timer = setTimeout(() => {
          first = '';
        }, SECOND_KEY_MS);
      }
    };
    // Before the page sees it: after `g`, a `t` is no longer the chart's.
    const onSecondKey = (event: KeyboardEvent) => {
      if (first === '' || event.key === 'Shift') return;
      const hit = registered.findLast((one) => matchesKeys(one.keys, event, first));
      first = '';
      clearTimeout(timer);
      if (hit === undefined || isTyping(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      hit.run();
    };
    window.addEventListener('keydown', onSecondKey, { capture: true });
    window.addEventListener('keydown', onKeyDown);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', onSecondKey, { capture: true });
      window.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Whether a key press, after the key `before` (empty for none), is the one that `keys` names. */
export function matchesKeys(keys: string, event: KeyPress, before = ''): boolean {
  const isMod = keys.startsWith('mod+');
  const wanted = isMod ? keys.slice(4) : keys;
  const pressed = before === '' ? event.key : `${before} ${event.key}`;
  return (
    pressed.toLowerCase() === wanted.toLowerCase() &&
    (event.ctrlKey || event.metaKey) === isMod &&
    !event.altKey
  );
}

/** Whether a key press is the first of the two that `keys` names. */
export function startsKeys(keys: string, event: KeyPress): boolean {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  return isPlain && keys.length > 1 && keys.startsWith(`${event.key.toLowerCase()} `);
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
