import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { int, text, timestamp, uuid } from '#contract/views/fields.ts';

/** Checks of a run, a row each: pass, warn, fail, or unknown while there is nothing to check; with the jobs concerned. */
export const vRunHealthChecks = defineView(
  'v_run_health_checks',
  z.object({
    run_id: int,
    org_id: uuid,
    project_id: int,
    project_name: text,
    run_name: text,
    check_code: text,
    status_code: z.enum(['pass', 'warn', 'fail', 'unknown']),
    affected_count: int,
    checked_count: int,
    affected_job_ids: z.array(z.int()).nullable(),
    message: text,
    created_at: timestamp,
  }),
);
export type RunHealthChecksRow = z.infer<typeof vRunHealthChecks.row>;
