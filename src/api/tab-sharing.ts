import type { Query, QueryClient } from '@tanstack/react-query';
import type { ApiClient } from './client.ts';
import type { EndpointLimit } from './endpoint-limits.ts';
import type { BeforeFetch } from './query-client.ts';

/**
 * How long a tab whose turn it is to read waits for an answer on its way: it may come from the tab before, whose lock
 * and whose answer travel apart.
 */
const ANSWER_WAIT_MS = 80;
/** A tab that takes longer over its read, or sleeps over it, no longer keeps the others from theirs. */
const LONGEST_TURN_MS = 10_000;

/** What tabs tell each other. `account` keeps one person's rows from another's tab; `at` is when the read was sent. */
type Message = { account: string } & (
  { kind: 'read'; hash: string; data: unknown; at: number } | { kind: 'limit'; limit: EndpointLimit }
);

export interface TabSharingOptions {
  queryClient: QueryClient;
  api: Pick<ApiClient, 'limits' | 'session'>;
  /** Tabs of different builds do not understand each other's data: the channel's name holds the build. */
  build: string;
  /** Absent on plain http from another machine: answers are still shared, but two tabs may ask at the same time. */
  locks: Pick<LockManager, 'request'> | undefined;
  /** Whether all windows together have read so much that what is read on a timer skips its turn. */
  isSpent: () => boolean;
}

interface TabSharing {
  /** For `setBeforeFetch`. */
  beforeFetch: BeforeFetch;
  stop: () => void;
}

/**
 * Makes the visible tabs of one browser poll as one: what is read again on a timer is asked for by one tab at a time,
 * its answer goes to all that show the same, and each of them counts its interval from there. A limit that one tab
 * meets holds for all. First reads are never shared, so that no page waits for another. Windows that show different
 * pages share a budget of reads; what a person asks for is never held back.
 */
export function shareBetweenTabs({ queryClient, api, build, locks, isSpent }: TabSharingOptions): TabSharing {
  const channel = new BroadcastChannel(`yardstick ${build}`);
  const waiting = new Map<string, (data: unknown) => void>();
  const cache = queryClient.getQueryCache();
  const account = () => api.session.account?.account_id ?? '';

  channel.onmessage = ({ data: message }: MessageEvent<Message>) => {
    if (message.account !== account() || message.account === '') return;
    if (message.kind === 'limit') {
      api.limits.accept(message.limit);
      return;
    }
    const waiter = waiting.get(message.hash);
    if (waiter !== undefined) {
      waiter(message.data);
      return;
    }
    const query = cache.get(message.hash);
    if (query === undefined || !isPolled(query) || query.state.fetchStatus !== 'idle') return;
    if (query.state.dataUpdatedAt < message.at)
      queryClient.setQueryData(query.queryKey, message.data, { updatedAt: message.at });
  };

  const post = (message: Message) => {
    try {
      channel.postMessage(message);
    } catch {
      // Data that cannot be copied stays in its tab.
    }
  };

  const beforeFetch: BeforeFetch = (context, query) => {
    if (!isPolled(query)) return;
    const isWish = context.fetchOptions?.cancelRefetch === true || query.state.isInvalidated;
    if (!isWish && isSpent()) {
      // As if it had not been asked: its age is seen, and its next turn comes.
      context.fetchFn = () => query.cancel({ revert: true });
      return;
    }
    const hash = query.queryHash;
    const { fetchFn } = context;
    const fetchAndTell = async () => {
      const at = Date.now();
      const data = await fetchFn();
      post({ kind: 'read', account: account(), hash, data, at });
      return data;
    };
    // After a write only what is read from now on will do: another tab may have asked before it.
    if (locks === undefined || query.state.isInvalidated) {
      context.fetchFn = fetchAndTell;
      return;
    }
    const name = `yardstick-read ${account()} ${hash}`;
    context.fetchFn = async () => {
      const answer = new Promise((resolve) => waiting.set(hash, (data) => resolve({ data })));
      const turn = { isMine: false };
      try {
        return await locks.request(name, { signal: AbortSignal.timeout(LONGEST_TURN_MS) }, async () => {
          turn.isMine = true;
          const other = (await Promise.race([answer, after(ANSWER_WAIT_MS)])) as { data: unknown } | null;
          return other === null ? fetchAndTell() : other.data;
        });
      } catch (error) {
        if (turn.isMine) throw error;
        return await fetchAndTell();
      } finally {
        waiting.delete(hash);
      }
    };
  };

  const stopLimits = api.limits.subscribe((limit) => post({ kind: 'limit', account: account(), limit }));
  return {
    beforeFetch,
    stop: () => {
      stopLimits();
      channel.close();
    },
  };
}

/** Whether something that is shown reads it on a timer, and has read it before. */
function isPolled(query: Query): boolean {
  return (
    query.state.data !== undefined &&
    query.observers.some(
      ({ options }) => options.refetchInterval !== undefined && options.refetchInterval !== false,
    )
  );
}

function after(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms));
}
