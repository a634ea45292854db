import { vRunJobsWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { api } from '#src/api/api.ts';
import { eq } from '#src/api/view-query.ts';
import type { ValueChange } from './read-request.ts';
import { valuesOfJob } from './values-of-job.ts';

/** A job and what the fields hold when it is run again. */
export interface JobToRepeat {
  readonly id: number;
  readonly name: string;
  readonly values: ValueChange;
}

/** The job of that id; null when the workspace has none. */
export async function readJobToRepeat(
  orgId: string,
  jobId: number,
  signal: AbortSignal,
): Promise<JobToRepeat | null> {
  const { rows } = await api().readView(
    vRunJobsWithParams,
    { filters: { org_id: eq(orgId), job_id: eq(jobId) }, limit: 1 },
    { signal },
  );
  const [job] = rows;
  return job === undefined ? null : { id: job.job_id, name: job.job_name, values: valuesOfJob(job) };
}
