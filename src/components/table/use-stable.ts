import { useCallback, useLayoutEffect, useRef } from 'react';

/** A handler that stays the same function while it does what the latest one does, so that memoised rows need not change with it. */
export function useStable<Args extends unknown[]>(handler: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
