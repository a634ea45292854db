/** Before the page hears of it. */
const EARLY = { capture: true };

/**
 * Applies a change after `ms`; at once when a press or Enter may lead to another page, so that the address that is left
 * has it, and with it the way back. A field leads to none, and drawn again within its press it would not change. Answers
 * what calls it off.
 */
export function whenRested(apply: () => void, ms: number, page: EventTarget = window): () => void {
  const stop = () => {
    clearTimeout(timer);
    page.removeEventListener('click', onClick, EARLY);
    page.removeEventListener('keydown', onKey, EARLY);
  };
  const now = () => {
    stop();
    apply();
  };
  const onClick = ({ target }: Event) => {
    if (!(target as Partial<Element>).closest?.('input,label')) now();
  };
  const onKey = (event: Event) => {
    if ((event as KeyboardEvent).key === 'Enter') now();
  };
  const timer = setTimeout(now, ms);
  // Not when the button goes down: rows that move then would be missed by the press.
  page.addEventListener('click', onClick, EARLY);
  page.addEventListener('keydown', onKey, EARLY);
  return stop;
}
