import { z } from 'zod';
import { jobToolSchema, provenanceSchema } from '#contract/jobs.ts';
import { int, intOrNull, numberOrNull, text, textOrNull, timestamp, uuid } from '#contract/views/fields.ts';
import { jobParameters } from '#contract/views/job-fields.ts';

/** Which job, run and project a result belongs to, and the run's counts. */
export const resultIdentity = {
  job_id: int,
  org_id: uuid,
  project_id: int,
  project_name: text,
  run_id: int,
  run_name: text,
  job_name: text,
  tool_code: jobToolSchema,
  provenance: provenanceSchema,
  ...jobParameters,
  server_id: intOrNull,
  /** "as named", or "unspecified" when a source does not say whether it gives a mean or a median (kept under mean). */
  statistic: text,
  num_requests: intOrNull,
  num_failed: intOrNull,
  success_rate: numberOrNull,
  duration_s: numberOrNull,
};

/** Metric columns of results; keys are those of the metric registry. */
export const resultMetrics = {
  tokens_per_sec: numberOrNull,
  total_tokens_per_sec: numberOrNull,
  requests_per_sec: numberOrNull,
  steady_tokens_per_sec: numberOrNull,
  tokens_per_sec_per_gpu: numberOrNull,
  tokens_per_sec_per_user: numberOrNull,
  goodput_rps: numberOrNull,
  usd_per_million_tokens: numberOrNull,
  /** Price behind usd_per_million_tokens: a basis of v_gpu_prices, or "stated" when the source gave the cost. */
  price_basis: textOrNull,
  joules_per_token: numberOrNull,
  ttft_mean_ms: numberOrNull,
  ttft_p50_ms: numberOrNull,
  ttft_p90_ms: numberOrNull,
  ttft_p95_ms: numberOrNull,
  ttft_p99_ms: numberOrNull,
  tpot_mean_ms: numberOrNull,
  tpot_p50_ms: numberOrNull,
  tpot_p90_ms: numberOrNull,
  tpot_p95_ms: numberOrNull,
  tpot_p99_ms: numberOrNull,
  itl_mean_ms: numberOrNull,
  itl_p50_ms: numberOrNull,
  itl_p90_ms: numberOrNull,
  itl_p95_ms: numberOrNull,
  itl_p99_ms: numberOrNull,
  e2e_mean_ms: numberOrNull,
  e2e_p50_ms: numberOrNull,
  e2e_p90_ms: numberOrNull,
  e2e_p95_ms: numberOrNull,
  e2e_p99_ms: numberOrNull,
};

export const resultOrigin = {
  is_valid: z.boolean(),
  invalid_reasons: z.array(z.string()),
  /** Findings about the run that do not concern the tool itself, `code: text`. */
  warnings: z.array(z.string()),
  citation: textOrNull,
  source_url: textOrNull,
  created_at: timestamp,
};
