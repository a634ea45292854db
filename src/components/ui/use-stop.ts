import { useCallback, useEffect, useRef } from 'react';

/** Stops what a person started here: when they say so, and when it is no longer on the page, so that nothing goes on unseen. */
export function useStop(): { start: () => AbortSignal; stop: () => void } {
  const current = useRef<AbortController>(null);
  const stop = useCallback(() => current.current?.abort(), []);
  useEffect(() => stop, [stop]);
  return {
    start: () => {
      current.current = new AbortController();
      return current.current.signal;
    },
    stop,
  };
}
