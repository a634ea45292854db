import { notifyManager, onlineManager, useQueryClient } from '@tanstack/react-query';
import { Hourglass, Unplug } from 'lucide-react';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { lastWaitEndMs } from '#src/api/waiting-reads.ts';
import { Bar } from './bar.tsx';

/** Says that reads wait, because the server asked for it or does not answer, and counts down until they go on. */
export function WaitingBar() {
  const client = useQueryClient();
  const subscribe = useCallback(
    (listener: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [client],
  );
  const limitMs = useSyncExternalStore(subscribe, () => lastWaitEndMs(client, 'limit'));
  const awayMs = useSyncExternalStore(subscribe, () =>
    // Without a connection the banner of that says more.
    onlineManager.isOnline() ? lastWaitEndMs(client, 'away') : 0,
  );
  const endMs = Math.max(limitMs, awayMs);
  const left = useSecondsUntil(endMs);
  return (
    <div role="status">
      {endMs !== 0 && (
        <Bar icon={awayMs === 0 ? <Hourglass aria-hidden /> : <Unplug aria-hidden />}>
          {awayMs === 0 ? 'The server asked to read less often: ' : 'The server does not answer: '}
          {/* Said once: a screen reader would read each second out. */}
          <span aria-hidden>
            {left > 0 ? `reading goes on by itself in ${left} s.` : 'reading goes on now.'}
          </span>
          <span className="sr-only">reading goes on by itself.</span>
        </Bar>
      )}
    </div>
  );
}

function useSecondsUntil(endMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (endMs === 0) return;
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [endMs]);
  return Math.max(0, Math.ceil((endMs - now) / 1000));
}
