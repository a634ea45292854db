import { QueryClient } from '@tanstack/react-query';
import { ApiError, OFFLINE } from './api-error.ts';

const MAX_RETRIES = 2;

/** Whether a failed read is tried again: only what may pass by itself. A refusal never is. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES || !(error instanceof ApiError)) return false;
  return (
    error.code === OFFLINE ||
    error.status === 429 ||
    error.status === 502 ||
    error.status === 503 ||
    error.status === 504
  );
}

/** Milliseconds before the next try: what the server asked for, else 1 s, 2 s, 4 s. */
export function retryDelayMs(failures: number, error: unknown): number {
  if (error instanceof ApiError && error.retryAfterS !== null) return error.retryAfterS * 1000 + 250;
  return 1000 * 2 ** failures;
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
      },
      // A write is sent once: whether to send it again is the person's decision.
      mutations: { retry: false },
    },
  });
}
