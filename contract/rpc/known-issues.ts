import { z } from 'zod';
import { defineRpc } from '#contract/define.ts';

/** Says of up to 200 jobs what is known to be wrong with their figures. */
export const markKnownIssue = defineRpc(
  'mark_known_issue',
  'engineer',
  z.object({
    p_org_id: z.guid(),
    p_job_ids: z.array(z.int32()).min(1).max(200),
    p_issue_text: z.string().trim().min(1, 'Say what is wrong.').max(300, 'At most 300 characters.'),
    p_issue_url: z
      .string()
      .regex(/^https?:\/\/\S+$/, 'An address that begins with http:// or https://.')
      .max(500)
      .nullable()
      .optional(),
  }),
  z.array(z.object({ known_issue_id: z.guid(), job_id: z.int() })),
);

/** Takes a known issue back. */
export const clearKnownIssue = defineRpc(
  'clear_known_issue',
  'engineer',
  z.object({ p_known_issue_id: z.guid() }),
  z.object({ known_issue_id: z.guid(), job_id: z.int() }),
);
