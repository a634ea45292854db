import { useEffect, useState } from 'react';

/** Whole seconds left of `seconds`, counted from when `key` changed. */
export function useCountdown(seconds: number, key: unknown): number {
  const [state, setState] = useState({ key, left: seconds });
  if (state.key !== key) setState({ key, left: seconds });
  const running = state.left > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(
      () => setState((before) => ({ ...before, left: Math.max(0, before.left - 1) })),
      1000,
    );
    return () => clearInterval(timer);
  }, [running]);
  return state.left;
}
