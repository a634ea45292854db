import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { jobStatusSchema } from '#contract/jobs.ts';
import {
  int,
  intOrNull,
  numberOrNull,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
  uuid,
  uuidOrNull,
} from '#contract/views/fields.ts';

/** Evaluations with their status and how far generation and judging have come. Cost is null while no attempt has reported one. */
export const vKyaiJobs = defineView(
  'v_kyai_jobs',
  z.object({
    evaluation_id: int,
    org_id: uuid,
    project_id: int,
    project_name: text,
    evaluation_name: text,
    owner_account_id: uuidOrNull,
    owner_name: textOrNull,
    status_code: jobStatusSchema,
    error_code: textOrNull,
    error_message: textOrNull,
    prompt_set_id: int,
    set_code: text,
    set_version: int,
    set_name: text,
    mode: text,
    baseline_endpoint_id: intOrNull,
    generation_repeats: int,
    judge_repeats: int,
    seed: intOrNull,
    candidates: z.array(z.string()).nullable(),
    judges: z.array(z.string()).nullable(),
    generation_count: int,
    generation_done_count: int,
    generation_failed_count: int,
    judgement_count: int,
    judgement_done_count: int,
    unscored_count: int,
    max_cost_usd: numberOrNull,
    cost_usd: numberOrNull,
    manifest_sha256: text,
    started_at: timestampOrNull,
    finished_at: timestampOrNull,
    created_at: timestamp,
  }),
);
export type KyaiJobsRow = z.infer<typeof vKyaiJobs.row>;
