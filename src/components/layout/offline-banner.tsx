import { onlineManager } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

/** Says that the browser is offline; reads wait and go on by themselves. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center gap-2 border-b border-line bg-warn-soft px-5 py-1.5 text-sm text-warn">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          No connection. What you see was read before; reading goes on when the connection is back.
        </p>
      )}
    </div>
  );
}
