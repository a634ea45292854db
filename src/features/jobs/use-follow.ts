import { useEffect } from 'react';
import { POLL_MS } from './jobs-queries.ts';
import type { LogReader } from './log-reader.ts';

/** Reads what is appended while `isLive`, never in a hidden tab; once more when it ends, for the last lines. */
export function useFollow(reader: LogReader, isLive: boolean): void {
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => {
      if (!document.hidden) void reader.loadLater();
    }, POLL_MS);
    return () => {
      clearInterval(timer);
      void reader.loadLast();
    };
  }, [reader, isLive]);
}
