import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { int, text, textOrNull, timestamp, uuid, uuidOrNull } from '#contract/views/fields.ts';

/** Projects with counts of their runs and jobs. Not named in the specification: the Projects page needs it. */
export const vProjects = defineView(
  'v_projects',
  z.object({
    project_id: int,
    org_id: uuid,
    project_name: text,
    description: textOrNull,
    owner_account_id: uuidOrNull,
    owner_name: textOrNull,
    is_reference: z.boolean(),
    run_count: int,
    job_count: int,
    active_count: int,
    completed_count: int,
    failed_count: int,
    provenances: z.array(z.string()).nullable(),
    last_activity_at: timestamp,
    created_at: timestamp,
  }),
);
export type Project = z.infer<typeof vProjects.row>;
