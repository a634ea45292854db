import { z } from 'zod';
import { defineRpc } from '#contract/define.ts';
import { jobStatusSchema } from '#contract/jobs.ts';

export const kyaiModeSchema = z.enum(['pointwise', 'reference', 'pairwise']);

/** Submits an evaluation, candidates x judges x a prompt set; answers its evaluation_id. */
export const createKyaiEvaluation = defineRpc(
  'create_kyai_evaluation',
  'engineer',
  z.object({
    p_owner_account_id: z.guid(),
    p_org_id: z.guid(),
    p_project_name: z.string().trim().min(1, 'Enter a project name.').max(200),
    p_evaluation_name: z.string().trim().min(1, 'Enter a name.').max(200),
    p_candidate_endpoint_ids: z.array(z.int32()).min(1, 'Choose a candidate.').max(20),
    p_judge_config_ids: z.array(z.int32()).min(1, 'Choose a judge.').max(10),
    p_prompt_set_id: z.int32(),
    p_mode: kyaiModeSchema.optional(),
    p_baseline_endpoint_id: z.int32().nullable().optional(),
    p_generation_repeats: z.int32().min(1).max(20).optional(),
    p_judge_repeats: z.int32().min(1).max(20).optional(),
    p_max_cost_usd: z.number().positive().max(1_000_000_000).nullable().optional(),
    p_seed: z.int32().nullable().optional(),
    /** The same key answers the same evaluation again. */
    p_idempotency_key: z.string().min(1).max(200).nullable().optional(),
  }),
  z.int(),
);

/** Endpoints whose models can be evaluated, newest first, at most 500. USD per million tokens. */
export const listKyaiCandidateEndpoints = defineRpc(
  'list_kyai_candidate_endpoints',
  'viewer',
  z.object({ p_org_id: z.guid() }),
  z.array(
    z.object({
      candidate_endpoint_id: z.int(),
      org_id: z.guid(),
      display_name: z.string(),
      base_url: z.string(),
      model_id: z.string(),
      model_code: z.string().nullable(),
      has_api_key: z.boolean(),
      params: z.record(z.string(), z.unknown()),
      price_in_usd_per_mtok: z.number().nullable(),
      price_out_usd_per_mtok: z.number().nullable(),
      max_concurrency: z.int(),
      server_config_instance_id: z.int().nullable(),
      created_at: z.string(),
    }),
  ),
);

/** Judges of a workspace, every version, newest first, at most 500. */
export const listKyaiJudgeConfigs = defineRpc(
  'list_kyai_judge_configs',
  'viewer',
  z.object({ p_org_id: z.guid() }),
  z.array(
    z.object({
      judge_config_id: z.int(),
      org_id: z.guid(),
      judge_name: z.string(),
      version: z.int(),
      base_url: z.string(),
      model_id: z.string(),
      has_api_key: z.boolean(),
      mode: kyaiModeSchema,
      rubric: z.record(z.string(), z.unknown()),
      scale_min: z.number(),
      scale_max: z.number(),
      integer_only: z.boolean(),
      pass_threshold: z.number().nullable(),
      temperature: z.number(),
      seed: z.number().nullable(),
      max_tokens: z.int(),
      response_mode: z.enum(['json_schema', 'json_object', 'text']),
      price_in_usd_per_mtok: z.number().nullable(),
      price_out_usd_per_mtok: z.number().nullable(),
      created_at: z.string(),
    }),
  ),
);

/** Has a candidate answer a prompt set; answers the generation_run_id. */
export const createKyaiGenerationRun = defineRpc(
  'create_kyai_generation_run',
  'engineer',
  z.object({
    p_owner_account_id: z.guid(),
    p_org_id: z.guid(),
    p_candidate_endpoint_id: z.int32(),
    p_prompt_set_id: z.int32(),
    p_repeats: z.int32().min(1).max(20).optional(),
    p_seed: z.int32().nullable().optional(),
  }),
  z.int(),
);

const runState = {
  status_code: jobStatusSchema,
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
  cost_usd: z.number().nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
};

/** A generation run with counts of its answers. */
export const getKyaiGenerationRun = defineRpc(
  'get_kyai_generation_run',
  'viewer',
  z.object({ p_generation_run_id: z.int32() }),
  z.object({
    generation_run_id: z.int(),
    org_id: z.guid(),
    evaluation_id: z.int().nullable(),
    candidate_endpoint_id: z.int(),
    display_name: z.string(),
    prompt_set_id: z.int(),
    repeats: z.int(),
    seed: z.number().nullable(),
    n_expected: z.int(),
    n_completed: z.int(),
    n_failed: z.int(),
    input_tokens: z.int().nullable(),
    output_tokens: z.int().nullable(),
    ...runState,
  }),
);

/** Has a judge score the answers of a generation run; answers the judge_run_id. */
export const createKyaiJudgeRun = defineRpc(
  'create_kyai_judge_run',
  'engineer',
  z.object({
    p_generation_run_id: z.int32(),
    p_judge_config_id: z.int32(),
    p_judge_repeats: z.int32().min(1).max(20).optional(),
  }),
  z.int(),
);

/** A judge run with counts of its verdicts; score and interval once it has results. */
export const getKyaiJudgeRun = defineRpc(
  'get_kyai_judge_run',
  'viewer',
  z.object({ p_judge_run_id: z.int32() }),
  z.object({
    judge_run_id: z.int(),
    org_id: z.guid(),
    evaluation_id: z.int().nullable(),
    generation_run_id: z.int(),
    judge_config_id: z.int(),
    judge_name: z.string(),
    repeats: z.int(),
    n_expected: z.int(),
    n_scored: z.int(),
    n_unscored: z.int(),
    score: z.number().nullable(),
    confidence_interval_lower: z.number().nullable(),
    confidence_interval_upper: z.number().nullable(),
    ...runState,
  }),
);
