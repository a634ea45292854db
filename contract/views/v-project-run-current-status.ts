import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { jobPhaseSchema, jobStatusSchema } from '#contract/jobs.ts';
import {
  int,
  intOrNull,
  numberOrNull,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
  uuid,
} from '#contract/views/fields.ts';

/** Where each run stands now: counts, the job under way and its phase, the last failure, when it started and ended. */
export const vProjectRunCurrentStatus = defineView(
  'v_project_run_current_status',
  z.object({
    run_id: int,
    org_id: uuid,
    project_id: int,
    project_name: text,
    run_name: text,
    created_by_name: textOrNull,
    status_code: jobStatusSchema,
    job_count: int,
    pending_count: int,
    running_count: int,
    completed_count: int,
    failed_count: int,
    cancelled_count: int,
    progress: numberOrNull,
    current_job_id: intOrNull,
    current_job_name: textOrNull,
    current_job_status_code: jobStatusSchema.nullable(),
    current_phase_code: jobPhaseSchema.nullable(),
    last_failed_job_id: intOrNull,
    last_error_code: textOrNull,
    last_error_message: textOrNull,
    started_at: timestampOrNull,
    finished_at: timestampOrNull,
    last_activity_at: timestampOrNull,
    created_at: timestamp,
  }),
);
export type ProjectRunCurrentStatusRow = z.infer<typeof vProjectRunCurrentStatus.row>;
