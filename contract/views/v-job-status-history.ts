import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { jobPhaseSchema, jobStatusSchema } from '#contract/jobs.ts';
import { int, intOrNull, text, textOrNull, timestamp, uuid } from '#contract/views/fields.ts';

/** Every status and phase a job had; order by `job_status_id`. */
export const vJobStatusHistory = defineView(
  'v_job_status_history',
  z.object({
    job_status_id: int,
    org_id: uuid,
    job_id: int,
    run_id: int,
    project_id: int,
    server_id: intOrNull,
    job_name: text,
    attempt: intOrNull,
    status_code: jobStatusSchema,
    phase_code: jobPhaseSchema.nullable(),
    message: textOrNull,
    created_at: timestamp,
  }),
);
export type JobStatusHistory = z.infer<typeof vJobStatusHistory.row>;
