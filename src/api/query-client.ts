import { QueryClient, type Query } from '@tanstack/react-query';
import { ApiError, OFFLINE } from './api-error.ts';

const MAX_RETRIES = 2;
/** A longer limit is told to the person, who sees it count down; the shell reads again when it has passed. */
const LONGEST_QUIET_WAIT_S = 5;

/** Whether a failed read is tried again: only what may pass by itself. A refusal never is. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES || !(error instanceof ApiError)) return false;
  if (error.status === 429) return (error.retryAfterS ?? 0) <= LONGEST_QUIET_WAIT_S;
  return error.code === OFFLINE || error.status === 502 || error.status === 503 || error.status === 504;
}

/** Milliseconds before the next try: what the server asked for, else 1 s, 2 s, 4 s. */
export function retryDelayMs(failures: number, error: unknown): number {
  if (error instanceof ApiError && error.retryAfterS !== null) return error.retryAfterS * 1000 + 250;
  return 1000 * 2 ** failures;
}

/** May replace `fetchFn` of a read that is about to start. One that a person asked for stops what is on its way. */
export type BeforeFetch = (
  context: { fetchFn: () => unknown; fetchOptions?: { cancelRefetch?: boolean } | undefined },
  query: Query,
) => void;
let beforeFetch: BeforeFetch | null = null;

/** Lets `hook` take part in each read; null takes it away. See tab-sharing.ts, which is loaded later. */
export function setBeforeFetch(hook: BeforeFetch | null): void {
  beforeFetch = hook;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 5 * 60_000,
        retry: shouldRetry,
        retryDelay: retryDelayMs,
        refetchOnWindowFocus: true,
        refetchIntervalInBackground: false,
        behavior: { onFetch: (context, query) => beforeFetch?.(context, query) },
      },
      // A write is sent once: whether to send it again is the person's decision.
      mutations: { retry: false },
    },
  });
}
