/** Where a key moves the row focus to, or null when it does not. */
export function indexAfterKey(key: string, at: number, count: number, page: number): number | null {
  if (count === 0) return null;
  const to: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  };
  const wanted = to[key];
  return wanted === undefined ? null : Math.max(0, Math.min(count - 1, wanted));
}

/** Whether an event began in a control inside the row, which then has it to itself. */
export function isFromControl(event: { target: EventTarget; currentTarget: EventTarget }): boolean {
  const { target } = event;
  return (
    target instanceof Element && target.closest('a,button,input,select,textarea,[role="menuitem"]') !== null
  );
}
