const listeners = new Set<() => void>();
let now = Date.now();
let timer = 0;

/** One clock for all times on a page: ticks each ten seconds and when the tab is shown again, never in a hidden one. */
export function onClock(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === 0) {
    now = Date.now();
    timer = window.setInterval(tick, 10_000);
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = 0;
  };
}

export const clockMs = (): number => now;

function tick(): void {
  if (document.hidden) return;
  now = Date.now();
  for (const listener of listeners) listener();
}
