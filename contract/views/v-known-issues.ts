import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { int, text, textOrNull, timestamp, uuid } from '#contract/views/fields.ts';

/** What is known to be wrong with the figures of jobs, a row each. */
export const vKnownIssues = defineView(
  'v_known_issues',
  z.object({
    known_issue_id: uuid,
    org_id: uuid,
    job_id: int,
    issue_text: text,
    issue_url: textOrNull,
    created_by_name: textOrNull,
    created_at: timestamp,
  }),
);
export type KnownIssue = z.infer<typeof vKnownIssues.row>;
