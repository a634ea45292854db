import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { LOG_STREAMS } from '#contract/worker/protocol.ts';
import { int, text, timestamp, uuid } from '#contract/views/fields.ts';

/** Log chunks of a job; a stream reads in order of attempt and seq. */
export const vJobLogs = defineView(
  'v_job_logs',
  z.object({
    job_id: int,
    attempt: int,
    stream: z.enum(LOG_STREAMS),
    seq: int,
    org_id: uuid,
    content: text,
    byte_count: int,
    created_at: timestamp,
  }),
);
export type JobLog = z.infer<typeof vJobLogs.row>;
