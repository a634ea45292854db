import { cancelJob, retryJob } from '#contract/rpc/jobs.ts';
import { vRunJobsWithParams, type RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { api } from '#src/api/api.ts';
import { eq, isIn } from '#src/api/view-query.ts';
import type { BulkKind } from './bulk-jobs.ts';

/** Ids of one read: an address holds some thousand characters. */
const IDS_A_READ = 200;

/** Jobs by id as they are now, in the order of their ids; those that are gone are left out. */
export async function readJobs(
  orgId: string,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<RunJobWithParams[]> {
  const jobs: RunJobWithParams[] = [];
  const sorted = [...ids].sort((a, b) => a - b);
  for (let first = 0; first < sorted.length; first += IDS_A_READ) {
    const part = sorted.slice(first, first + IDS_A_READ);
    const { rows } = await api().readView(
      vRunJobsWithParams,
      {
        filters: { org_id: eq(orgId), job_id: isIn(part) },
        order: [{ column: 'job_id', direction: 'asc' }],
      },
      { signal },
    );
    jobs.push(...rows);
  }
  return jobs;
}

interface BulkAction {
  /** What became of the job, in words, and the job that a person would open now. */
  run: (jobId: number) => Promise<{ said: string; openJobId: number }>;
  /** Under the server's limit: 60 procedures a minute for a token, 20 submissions for a workspace. */
  perMinute: number;
}

export const BULK_ACTIONS: Readonly<Record<BulkKind, BulkAction>> = {
  cancel: {
    perMinute: 50,
    run: async (jobId) => {
      const { status_code: status } = await api().callRpc(cancelJob, { p_job_id: jobId });
      return {
        said: status === 'cancelled' ? 'cancelled' : 'cancel requested: its worker is told',
        openJobId: jobId,
      };
    },
  },
  retry: {
    perMinute: 18,
    run: async (jobId) => {
      const openJobId = await api().callRpc(retryJob, { p_job_id: jobId });
      return { said: `submitted again as job ${openJobId}`, openJobId };
    },
  },
};
