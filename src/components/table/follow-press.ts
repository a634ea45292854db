/** What a press that goes on is told: moves and the end of the pointer, and keys. */
export type PressEvent = PointerEvent | KeyboardEvent;

const TYPES = ['pointermove', 'pointerup', 'pointercancel', 'keydown'] as const;

/** Follows a press until the pointer is let go; what happens before `coming` is there is kept and told then. */
export function followPress(coming: Promise<(event: PressEvent) => void>): void {
  const kept: PressEvent[] = [];
  const stop = new AbortController();
  let tell = (event: PressEvent): void => {
    kept.push(event);
  };
  for (const type of TYPES)
    window.addEventListener(
      type,
      (event) => {
        if (type === 'pointerup' || type === 'pointercancel') stop.abort();
        tell(event);
      },
      { signal: stop.signal, capture: true },
    );
  coming.then(
    (told) => {
      tell = told;
      kept.forEach(told);
    },
    () => stop.abort(),
  );
}
