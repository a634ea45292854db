import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import {
  int,
  intOrNull,
  numberOrNull,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
  uuid,
} from '#contract/views/fields.ts';
import { jobParameters, jobState } from '#contract/views/job-fields.ts';

/** Jobs of a run with their parameters and, once completed, their main figures. */
export const vRunJobsWithParams = defineView(
  'v_run_jobs_with_params',
  z.object({
    run_id: int,
    job_id: int,
    org_id: uuid,
    project_id: int,
    project_name: text,
    run_name: text,
    job_name: text,
    ...jobState,
    ...jobParameters,
    server_id: intOrNull,
    options: z.record(z.string(), z.unknown()),
    tokens_per_sec: numberOrNull,
    tokens_per_sec_per_gpu: numberOrNull,
    tokens_per_sec_per_user: numberOrNull,
    requests_per_sec: numberOrNull,
    ttft_mean_ms: numberOrNull,
    ttft_p50_ms: numberOrNull,
    ttft_p99_ms: numberOrNull,
    tpot_mean_ms: numberOrNull,
    tpot_p50_ms: numberOrNull,
    tpot_p99_ms: numberOrNull,
    e2e_mean_ms: numberOrNull,
    e2e_p50_ms: numberOrNull,
    e2e_p99_ms: numberOrNull,
    statistic: textOrNull,
    success_rate: numberOrNull,
    duration_s: numberOrNull,
    is_valid: z.boolean().nullable(),
    citation: textOrNull,
    created_at: timestamp,
    started_at: timestampOrNull,
    finished_at: timestampOrNull,
  }),
);
export type RunJobWithParams = z.infer<typeof vRunJobsWithParams.row>;
