/**
 * Reads of views in a minute, by all windows of this browser together, from which on nothing is read on a timer. Below
 * the 240 that windows may make in all, so that what people ask for has its room beside what is polled.
 */
export const POLLED_MOST = 200;
const MINUTE_MS = 60_000;

/** Tells when this window read views, as times of `Date.now()`; answers how to stop. */
export type WatchReads = (tell: (times: readonly number[]) => void) => () => void;

export interface ReadBudget {
  /** Whether the windows have read so much that a timer's read has to wait. */
  isSpent: () => boolean;
  stop: () => void;
}

/** What windows tell each other: when one of them has read in the last minute; without times, the wish to be told. */
interface Message {
  readonly from: number;
  readonly times?: readonly number[];
}

/** Counts reads over all windows of the browser that show the product, whatever page or build they show. */
export function shareReadBudget(watchReads: WatchReads, now: () => number = Date.now): ReadBudget {
  const channel = new BroadcastChannel('yardstick reads');
  const own = Math.random();
  const byWindow = new Map<number, readonly number[]>([[own, []]]);
  const post = (message: Message) => channel.postMessage(message);
  const lastMinuteOf = (times: readonly number[] = []) => times.filter((at) => now() - at < MINUTE_MS);

  channel.onmessage = ({ data: { from, times } }: MessageEvent<Message>) => {
    if (times === undefined) post({ from: own, times: lastMinuteOf(byWindow.get(own)) });
    else byWindow.set(from, times);
  };
  post({ from: own });
  const stopWatching = watchReads((fresh) => {
    const times = [...lastMinuteOf(byWindow.get(own)), ...fresh];
    byWindow.set(own, times);
    post({ from: own, times });
  });
  return {
    isSpent: () => {
      let count = 0;
      for (const [from, times] of byWindow) {
        const { length } = lastMinuteOf(times);
        count += length;
        if (length === 0 && from !== own) byWindow.delete(from);
      }
      return count >= POLLED_MOST;
    },
    stop: () => {
      stopWatching();
      channel.close();
    },
  };
}

/** Sees the reads of views below `apiBase` as the browser does, those before it was called too. */
export function browserReads(apiBase: string): WatchReads {
  const start = `${new URL(apiBase, window.location.href).href}/v_`;
  return (tell) => {
    const observer = new PerformanceObserver((list) => {
      const times = list
        .getEntries()
        .filter(({ name }) => name.startsWith(start))
        .map(({ startTime }) => Date.now() - performance.now() + startTime);
      if (times.length > 0) tell(times);
    });
    observer.observe({ type: 'resource', buffered: true });
    return () => observer.disconnect();
  };
}
