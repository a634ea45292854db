import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import {
  int,
  intOrNull,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
  uuid,
  uuidOrNull,
} from '#contract/views/fields.ts';
import { jobParameters, jobState } from '#contract/views/job-fields.ts';

/** Every job with its present status, phase and parameters. */
export const vJobCurrentStatus = defineView(
  'v_job_current_status',
  z.object({
    job_id: int,
    org_id: uuid,
    project_id: int,
    project_name: text,
    run_id: int,
    run_name: text,
    job_name: text,
    ...jobState,
    cancel_requested_at: timestampOrNull,
    attempt_count: int,
    max_attempts: int,
    ...jobParameters,
    server_id: intOrNull,
    owner_account_id: uuidOrNull,
    owner_name: textOrNull,
    created_at: timestamp,
    started_at: timestampOrNull,
    finished_at: timestampOrNull,
  }),
);
export type JobCurrentStatus = z.infer<typeof vJobCurrentStatus.row>;
