import { focusManager, type Query, type QueryClient } from '@tanstack/react-query';
import { ApiError, OFFLINE } from './api-error.ts';

/** A moment more than asked for, as clocks differ. */
const GRACE_MS = 250;
/** How long a server that does not answer is left alone, unless it says. */
const AWAY_S = 10;

/** Why a read waits: the server asked for patience, or does not answer. */
export type WaitCause = 'limit' | 'away';

function causeOf(error: unknown): WaitCause | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 429) return 'limit';
  return error.code === OFFLINE || [502, 503, 504].includes(error.status) ? 'away' : null;
}

/** When a read that failed for such a cause is sent again, as a time of `Date.now()`; 0 when it is not. */
function againAtMs({ state }: Query, cause?: WaitCause): number {
  const error: unknown = state.error;
  const own = state.fetchStatus === 'idle' ? causeOf(error) : null;
  if (own === null || (cause !== undefined && cause !== own)) return 0;
  const asked = (error as ApiError).retryAfterS;
  return state.errorUpdatedAt + (asked ?? (own === 'limit' ? 1 : AWAY_S)) * 1000 + GRACE_MS;
}

/** When the last of the shown reads that wait for this cause goes on, as a time of `Date.now()`; 0 when none waits. */
export function lastWaitEndMs(client: QueryClient, cause: WaitCause): number {
  const shown = client.getQueryCache().findAll({ type: 'active' });
  return Math.max(0, ...shown.map((query) => againAtMs(query, cause)));
}

/** Whether a failed read is sent again by itself. */
export function goesOnByItself(client: QueryClient, error: unknown): boolean {
  if (causeOf(error) === null) return false;
  return client
    .getQueryCache()
    .findAll()
    .some(({ state }) => state.error === error);
}

/** Sends again, once its time has come, whatever is shown and could not be read for such a cause. Answers how to stop. */
export function readAgainLater(client: QueryClient): () => void {
  const cache = client.getQueryCache();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const plan = (query: Query) => {
    const at = againAtMs(query);
    if (at === 0) return;
    clearTimeout(timers.get(query.queryHash));
    const again = () => {
      timers.delete(query.queryHash);
      if (againAtMs(query) === 0 || !query.isActive()) return;
      // A tab that nobody sees asks nothing; it reads when it is looked at.
      if (focusManager.isFocused()) void client.refetchQueries({ queryKey: query.queryKey, exact: true });
      else plan(query);
    };
    timers.set(query.queryHash, setTimeout(again, Math.max(1000, at - Date.now())));
  };
  cache.getAll().forEach(plan);
  const unsubscribe = cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') plan(event.query as Query);
  });
  return () => {
    unsubscribe();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}
