import { onlineManager } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Bar } from './bar.tsx';

/** Says that the browser is offline; reads wait and go on by themselves. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  return (
    <div role="status">
      {!isOnline && (
        <Bar icon={<WifiOff aria-hidden />}>
          No connection. What you see was read before; reading goes on when the connection is back.
        </Bar>
      )}
    </div>
  );
}
