import { notifyManager, useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import { IconButton } from '#src/components/ui/icon-button.tsx';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';

/** Queries that are not what the page shows (who is signed in, palette searches) say so with `meta: { quiet: true }`. */
const isShown = (query: Query) => query.isActive() && query.meta?.['quiet'] !== true;

/**
 * When the oldest data on the page was read (infinity where it shows none), whether some could not be read again, and
 * whether some is being read; in one text, as that is the same for as long as nothing changed.
 */
function stateOf(client: QueryClient): string {
  let at = Infinity;
  let isStale = false;
  let isFetching = false;
  for (const { state } of client.getQueryCache().findAll({ predicate: isShown })) {
    isFetching ||= state.fetchStatus === 'fetching';
    if (state.dataUpdatedAt === 0) continue;
    at = Math.min(at, state.dataUpdatedAt);
    isStale ||= (state.error ?? state.fetchFailureReason) !== null;
  }
  return [at, isStale, isFetching].join();
}

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "read 12 s ago", for the oldest thing on the page, and a way to read again. */
export function Freshness() {
  const client = useQueryClient();
  const subscribe = useCallback(
    (listener: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [client],
  );
  const [at = '', stale, fetching] = useSyncExternalStore(subscribe, () => stateOf(client)).split(',');
  const isFetching = fetching === 'true';
  if (at === 'Infinity') return null;
  const read = (
    <>
      read <RelativeTime at={Number(at)} />
    </>
  );
  return (
    <span className="hidden items-center gap-0.5 whitespace-nowrap sm:inline-flex">
      <span className="mr-1 hidden xl:inline">times in {ZONE} ·</span>
      {stale === 'true' ? (
        <span className="text-warn" title="It could not be read again">
          out of date, {read}
        </span>
      ) : (
        <span title={`Times in ${ZONE}`}>{read}</span>
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
