import {
  notifyManager,
  useIsFetching,
  useQueryClient,
  type Query,
  type QueryClient,
} from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import { IconButton } from '#src/components/ui/icon-button.tsx';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';

/** Queries that are not what the page shows (who is signed in, palette searches) say so with `meta: { quiet: true }`. */
const isShown = (query: Query) => query.isActive() && query.meta?.['quiet'] !== true;

/** When the oldest data on the page was read; null when the page shows no data. */
function oldestRead(client: QueryClient): number | null {
  const times = client
    .getQueryCache()
    .findAll({ predicate: isShown })
    .map((query) => query.state.dataUpdatedAt)
    .filter((at) => at > 0);
  return times.length === 0 ? null : Math.min(...times);
}

/** Whether something on the page could not be read again, so that it is older than it should be. */
function isStale(client: QueryClient): boolean {
  return client
    .getQueryCache()
    .findAll({ predicate: isShown })
    .some(({ state }) => state.dataUpdatedAt > 0 && (state.error ?? state.fetchFailureReason) !== null);
}

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "read 12 s ago", for the oldest thing on the page, and a way to read again. */
export function Freshness() {
  const client = useQueryClient();
  const subscribe = useCallback(
    (listener: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [client],
  );
  const at = useSyncExternalStore(subscribe, () => oldestRead(client));
  const stale = useSyncExternalStore(subscribe, () => isStale(client));
  const isFetching = useIsFetching({ predicate: isShown }) > 0;
  if (at === null) return null;
  return (
    <span className="hidden items-center gap-0.5 whitespace-nowrap sm:inline-flex">
      <span className="mr-1 hidden xl:inline">times in {ZONE} ·</span>
      {stale ? (
        <span className="text-warn" title="It could not be read again">
          out of date, read <RelativeTime at={at} />
        </span>
      ) : (
        <span title={`Times in ${ZONE}`}>
          read <RelativeTime at={at} />
        </span>
      )}
      <IconButton
        label="Read again"
        disabled={isFetching}
        onClick={() => void client.refetchQueries({ predicate: isShown })}
      >
        <RefreshCw aria-hidden className={isFetching ? 'size-3.5! animate-spin' : 'size-3.5!'} />
      </IconButton>
    </span>
  );
}
