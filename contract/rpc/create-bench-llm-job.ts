import { z } from 'zod';
import { defineRpc } from '#contract/define.ts';

/** Optional settings of an LLM benchmark beside the specification's parameters. Requests, seconds. */
export const benchLlmOptionsSchema = z.object({
  /** Requests to measure; default max(100, 4 x concurrency). */
  num_requests: z.int().min(1).max(1_000_000).optional(),
  /** Requests before measuring; default 2 x concurrency. */
  num_warmups: z.int().min(0).max(1_000_000).optional(),
  max_duration_s: z.number().min(1).optional(),
  seed: z.int().min(0).max(2_147_483_647).optional(),
  ignore_eos: z.boolean().optional(),
  temperature: z.number().min(0).optional(),
  range: z.object({ mode: z.enum(['symmetric', 'fraction']), value: z.number().min(0).max(1) }).optional(),
  goodput: z
    .object({
      ttft_ms: z.number().positive().optional(),
      tpot_ms: z.number().positive().optional(),
      e2el_ms: z.number().positive().optional(),
    })
    .optional(),
  extra_body: z.record(z.string(), z.unknown()).optional(),
});

const name = (what: string) => z.string().trim().min(1, `Enter ${what}.`).max(200, 'At most 200 characters.');

/** Submits an LLM benchmark; answers its job_id. `p_run_name` and `p_options` are ours, optional, beside the specification's thirteen. */
export const createBenchLlmJob = defineRpc(
  'create_bench_llm_job',
  'engineer',
  z.object({
    p_owner_account_id: z.guid(),
    p_project_name: name('a project name'),
    p_job_name: name('a job name'),
    p_framework_code: z.string().min(1, 'Choose a framework.'),
    p_version: z.string().min(1, 'Choose a version.'),
    p_model_code: z.string().min(1, 'Choose a model.'),
    p_org_id: z.guid(),
    p_config_code: z.string().min(1, 'Choose a server config.'),
    p_server_hostname: z.string().min(1, 'Choose a server.'),
    p_concurrency: z
      .int32()
      .min(1, 'At least 1 request in flight.')
      .max(16_384, 'At most 16,384 requests in flight.'),
    p_input_sequence_length: z.int32().min(1, 'At least 1 token.'),
    p_output_sequence_length: z.int32().min(1, 'At least 1 token.'),
    p_quantization_code: z.string().optional(),
    p_run_name: z.string().trim().max(200).nullable().optional(),
    p_options: benchLlmOptionsSchema.optional(),
  }),
  z.int(),
);
