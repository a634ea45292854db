import { z } from 'zod';
import { defineRpc } from '#contract/define.ts';
import { jobPhaseSchema, jobStatusSchema } from '#contract/jobs.ts';
import { vJobCurrentStatus } from '#contract/views/v-job-current-status.ts';

/** Current status of a job, since when, and why it failed if it did. */
export const getJobStatus = defineRpc(
  'get_job_status',
  'viewer',
  z.object({ p_job_id: z.int32() }),
  z.object({
    job_id: z.int(),
    status_code: jobStatusSchema,
    status_at: z.string(),
    phase_code: jobPhaseSchema.nullable(),
    progress: z.number().nullable(),
    error_code: z.string().nullable(),
    error_message: z.string().nullable(),
    cancel_requested_at: z.string().nullable(),
    attempt_count: z.int(),
  }),
);

/** Jobs of the caller's workspaces, newest first. */
export const listJobsFiltered = defineRpc(
  'list_jobs_filtered',
  'viewer',
  z.object({
    p_project_id: z.int32().nullable().optional(),
    p_status_code: jobStatusSchema.nullable().optional(),
    p_owner_account_id: z.guid().nullable().optional(),
    p_limit: z.int32().min(1).max(500).nullable().optional(),
  }),
  z.array(vJobCurrentStatus.row),
);

/** Jobs of a workspace or of one run of it, newest first. */
export const listJobs = defineRpc(
  'list_jobs',
  'viewer',
  z.object({
    p_org_id: z.guid(),
    p_run_id: z.int32().nullable().optional(),
    p_limit: z.int32().min(1).max(500).nullable().optional(),
  }),
  z.array(vJobCurrentStatus.row),
);

/** Cancels a job: at once when it waits, best effort when it runs. */
export const cancelJob = defineRpc(
  'cancel_job',
  'engineer',
  z.object({ p_job_id: z.int32() }),
  z.object({ job_id: z.int(), status_code: jobStatusSchema, cancel_requested_at: z.string().nullable() }),
);

/** Submits a failed or cancelled job again as a new job of its run, named "… (2)"; answers its id. Counts as a submission. */
export const retryJob = defineRpc('retry_job', 'engineer', z.object({ p_job_id: z.int32() }), z.int());
