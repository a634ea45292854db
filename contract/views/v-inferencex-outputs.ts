import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { jobToolSchema, provenanceSchema } from '#contract/jobs.ts';
import {
  int,
  intOrNull,
  number,
  numberOrNull,
  text,
  textOrNull,
  timestamp,
  uuid,
} from '#contract/views/fields.ts';

/** What an estimate is of: its job, deployment and load, the like jobs it stands on, and its throughput. */
export const estimateIdentity = {
  job_id: int,
  org_id: uuid,
  project_id: int,
  project_name: text,
  run_id: int,
  run_name: text,
  job_name: text,
  provenance: provenanceSchema,
  framework_code: textOrNull,
  framework_version: textOrNull,
  model_code: text,
  quantization_code: textOrNull,
  server_id: intOrNull,
  server_hostname: textOrNull,
  config_code: textOrNull,
  gpu_model: textOrNull,
  gpu_name: textOrNull,
  gpu_vendor: textOrNull,
  gpu_architecture: textOrNull,
  gpu_count: intOrNull,
  concurrency: intOrNull,
  input_sequence_length: intOrNull,
  output_sequence_length: intOrNull,
  workload_shape: text,
  n: int,
  job_ids: z.array(z.int()),
  tokens_per_sec: number,
};

/** Columns of a capacity estimate, shared by the comparisons that stand on it. */
export const estimateColumns = {
  ...estimateIdentity,
  tool_code: jobToolSchema,
  workload_options: z.record(z.string(), z.unknown()),
  tokens_per_sec_stddev: numberOrNull,
  confidence_interval_lower: numberOrNull,
  confidence_interval_upper: numberOrNull,
  confidence_level: numberOrNull,
  ci_method: textOrNull,
  total_tokens_per_sec: numberOrNull,
  requests_per_sec: numberOrNull,
  tokens_per_sec_per_gpu: numberOrNull,
  tokens_per_sec_per_user: numberOrNull,
  goodput_rps: numberOrNull,
  success_rate: numberOrNull,
  ttft_mean_ms: numberOrNull,
  ttft_p50_ms: numberOrNull,
  ttft_p99_ms: numberOrNull,
  tpot_mean_ms: numberOrNull,
  tpot_p50_ms: numberOrNull,
  tpot_p99_ms: numberOrNull,
  e2e_mean_ms: numberOrNull,
  e2e_p50_ms: numberOrNull,
  e2e_p99_ms: numberOrNull,
  joules_per_token: numberOrNull,
  usd_per_million_tokens: numberOrNull,
  price_basis: textOrNull,
  citation: textOrNull,
  source_url: textOrNull,
  first_created_at: timestamp,
  created_at: timestamp,
};

/** Capacity estimates: the mean over n repeats of like jobs (same deployment, load, options and provenance; sound results only) with the 95 % t-interval of tokens_per_sec. Latencies are means of the repeats' percentiles. Ids are those of the latest repeat. */
export const vInferencexOutputs = defineView('v_inferencex_outputs', z.object(estimateColumns));
export type CapacityEstimateRow = z.infer<typeof vInferencexOutputs.row>;
