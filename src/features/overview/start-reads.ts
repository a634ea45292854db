import type { QueryClient } from '@tanstack/react-query';
import { outlinesQuery } from '#src/api/estimate-queries.ts';
import { serversQuery } from '#src/api/server-queries.ts';
import {
  activeJobsQuery,
  endedJobsQuery,
  quotaQuery,
  recentEstimatesQuery,
  weekBefore,
} from './overview-queries.ts';

/** Where panels stand side by side, the lower half is in view from the start: it is read and drawn with the upper one. */
export const isSideBySide = (): boolean => matchMedia('(min-width: 64rem)').matches;

/** Begins what the page reads beside the count that it waits for, not after it. What fails is told by the page. */
export function startReads(queryClient: QueryClient, orgId: string, resultOrgIds: readonly string[]): void {
  const week = weekBefore(Date.now());
  const known = { staleTime: 'static' } as const;
  const reads: Promise<unknown>[] = [
    // The longest first: a browser asks six things at a time.
    queryClient.query({ ...recentEstimatesQuery(orgId, week), ...known }),
    queryClient.query({ ...activeJobsQuery(orgId), ...known }),
    queryClient.query({ ...endedJobsQuery(orgId, ['failed'], week), ...known }),
    queryClient.query({ ...serversQuery(orgId), ...known }),
    queryClient.query({ ...quotaQuery(orgId), ...known }),
  ];
  if (isSideBySide()) reads.push(queryClient.query({ ...outlinesQuery(resultOrgIds), ...known }));
  void Promise.allSettled(reads);
}
