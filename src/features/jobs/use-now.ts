import { useEffect, useState } from 'react';

/** The time, each second while `isTicking` and the tab is seen; else as it was when it last ticked. */
export function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => {
      if (!document.hidden) setNow(Date.now());
    }, 1000);
    return () => clearInterval(timer);
  }, [isTicking]);
  return now;
}
