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
  return [at, +isStale, +isFetching].join();
}

export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Of what the page shows: when the oldest was read, whether some is out of date, whether it is being read; and a way to read again. */
export function useFreshness() {
  const client = useQueryClient();
  const subscribe = useCallback(
    (listener: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [client],
  );
  const [at = 0, stale, fetching] = useSyncExternalStore(subscribe, () => stateOf(client))
    .split(',')
    .map(Number);
  const readAgain = () => void client.refetchQueries({ predicate: isShown });
  return [at, stale === 1, fetching === 1, readAgain] as const;
}

/** "read 12 s ago", for the oldest thing on the page, and a way to read again; on a narrow screen the time alone, the rest is in the menu. */
export function Freshness() {
  const [at, isStale, isFetching, readAgain] = useFreshness();
  return (
    // Takes the room that is left, and has its own from the start: what stands before it must not move when it comes.
    <span className="flex flex-[1_0_4.5rem] items-center justify-end whitespace-nowrap">
      {at < Infinity && (
        <>
          <span className="hidden xl:inline">times in {ZONE} ·&nbsp;</span>
          <span className={isStale ? 'text-warn' : ''}>
            {isStale && 'out of date, '}
            <span className="hidden sm:inline">read </span>
            <RelativeTime at={at} />
          </span>
          <IconButton
            label="Read again"
            className="hidden! sm:inline-grid!"
            disabled={isFetching}
            onClick={readAgain}
          >
            <RefreshCw aria-hidden className={isFetching ? 'size-3.5! animate-spin' : 'size-3.5!'} />
          </IconButton>
        </>
      )}
    </span>
  );
}
