import { focusPage } from '#src/components/ui/use-return-focus.ts';

const TAKES_FOCUS =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex]:not([tabindex="-1"])';
/** How many on either side are remembered: what is removed takes others with it. */
const BESIDE = 12;
/** After a press; the server may have to answer first. */
const WATCHED_MS = 10_000;

/**
 * Keeps the focus where a person works when what they pressed goes away, as the cross of a chosen thing does: it goes to
 * the next thing in the page or dialog that takes it, else to the one before, else to the page. Whatever has a better
 * place for it comes first. Gives what ends it.
 */
export function keepFocus(): () => void {
  let stop = (): void => undefined;
  const onClick = ({ target }: MouseEvent): void => {
    stop();
    const pressed = target instanceof Element ? target.closest<HTMLElement>(TAKES_FOCUS) : null;
    if (pressed !== null && pressed === document.activeElement) stop = watch(pressed);
  };
  document.addEventListener('click', onClick, true);
  return () => {
    stop();
    document.removeEventListener('click', onClick, true);
  };
}

function watch(pressed: HTMLElement): () => void {
  const all = [
    ...(pressed.closest('[role="dialog"], main') ?? document.body).querySelectorAll<HTMLElement>(TAKES_FOCUS),
  ];
  const at = all.indexOf(pressed);
  const beside = [
    ...all.slice(at + 1, at + 1 + BESIDE),
    ...all.slice(Math.max(0, at - BESIDE), at).reverse(),
  ];
  const observer = new MutationObserver(() => {
    if (pressed.isConnected) return;
    stop();
    // Effects of what was drawn come first.
    requestAnimationFrame(() => setTimeout(takeFocus));
  });
  const takeFocus = (): void => {
    if (document.activeElement !== document.body) return;
    const next = beside.find((one) => one.isConnected && one.checkVisibility());
    if (next === undefined) focusPage();
    else next.focus({ preventScroll: true });
  };
  const timer = setTimeout(() => stop(), WATCHED_MS);
  const stop = (): void => {
    clearTimeout(timer);
    observer.disconnect();
  };
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}
