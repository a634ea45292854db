/** Before the page hears of it. */
const EARLY = { capture: true };

/**
 * Applies a change after `ms`; at once when a press or Enter may lead to another page, so that the address that is left
 * has it, and with it the way back. Answers what calls it off.
 */
export function whenRested(apply: () => void, ms: number, page: EventTarget = window): () => void {
  const stop = () => {
    clearTimeout(timer);
    page.removeEventListener('click', now, EARLY);
    page.removeEventListener('keydown', onKey, EARLY);
  };
  const now = () => {
    stop();
    apply();
  };
  const onKey = (event: Event) => {
    if ((event as KeyboardEvent).key === 'Enter') now();
  };
  const timer = setTimeout(now, ms);
  // Not when the button goes down: rows that move then would be missed by the press.
  page.addEventListener('click', now, EARLY);
  page.addEventListener('keydown', onKey, EARLY);
  return stop;
}
