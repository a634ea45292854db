/**
 * Handlers of a control that start to fetch the code it will need when a person reaches for it. One that cannot be
 * fetched is asked for again, and told of, when the control is used.
 */
export function reach(load: () => Promise<unknown>): { onPointerEnter: () => void; onFocus: () => void } {
  const start = () => void load().catch(() => undefined);
  return { onPointerEnter: start, onFocus: start };
}
