import type { z } from 'zod';
import type { vJobCurrentStatus } from '#contract/views/v-job-current-status.ts';

type Job = z.output<typeof vJobCurrentStatus.row>;

/** How jobs ended on a server: what its health can be told from. */
export interface EndedJobs {
  readonly completed: number;
  readonly failed: number;
  /** The reasons of the failed ones, the most frequent first. */
  readonly reasons: readonly { readonly reason: string; readonly count: number }[];
}

/** Counts ended jobs; cancelled ones say nothing of a server and are left out. */
export function endedJobs(jobs: readonly Pick<Job, 'status_code' | 'error_code'>[]): EndedJobs {
  const reasons = new Map<string, number>();
  for (const job of jobs)
    if (job.status_code === 'failed') {
      const reason = job.error_code ?? 'no reason given';
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
  return {
    completed: jobs.filter(({ status_code: status }) => status === 'completed').length,
    failed: [...reasons.values()].reduce((sum, count) => sum + count, 0),
    reasons: [...reasons]
      .map(([reason, count]) => ({ reason, count }))
      .sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason)),
  };
}
