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

/** Attempts of a job: which worker, how it was launched (secrets masked), how it ended. */
export const vJobAttempts = defineView(
  'v_job_attempts',
  z.object({
    job_id: int,
    attempt: int,
    org_id: uuid,
    worker_id: uuidOrNull,
    hostname: textOrNull,
    phase_code: text,
    outcome: z.enum(['completed', 'failed', 'cancelled', 'lost']).nullable(),
    error_code: textOrNull,
    error_message: textOrNull,
    exit_code: intOrNull,
    signal: textOrNull,
    launch: z.record(z.string(), z.unknown()).nullable(),
    started_at: timestamp,
    ended_at: timestampOrNull,
  }),
);
export type JobAttempt = z.infer<typeof vJobAttempts.row>;
