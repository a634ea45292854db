import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { jobStatusSchema } from '#contract/jobs.ts';
import { int, text, textOrNull, timestamp, timestampOrNull, uuid } from '#contract/views/fields.ts';

/** Runs of a project with counts of their jobs by status. */
export const vProjectRunsWithStatus = defineView(
  'v_project_runs_with_status',
  z.object({
    run_id: int,
    org_id: uuid,
    project_id: int,
    project_name: text,
    run_name: text,
    created_by_name: textOrNull,
    job_count: int,
    pending_count: int,
    running_count: int,
    completed_count: int,
    failed_count: int,
    cancelled_count: int,
    status_code: jobStatusSchema,
    models: z.array(z.string()).nullable(),
    gpus: z.array(z.string()).nullable(),
    provenances: z.array(z.string()).nullable(),
    last_activity_at: timestampOrNull,
    created_at: timestamp,
  }),
);
export type ProjectRunWithStatus = z.infer<typeof vProjectRunsWithStatus.row>;
