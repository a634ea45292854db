import type { Database } from '#server/database/port.ts';
import type { TestWorkspace } from '#testing/workspace.ts';

const system = { role: 'web_system' } as const;

/**
 * Rows that no procedure makes yet, so that every view of the specification has one of this workspace: results of the
 * image and audio tools, telemetry of a GPU and of a TPU, an evaluation from prompt to score, a provisioned machine.
 * `text` goes into a text of each. Needs a completed job of the workspace and the seeded catalog.
 */
export async function fillEveryView(
  db: Database,
  workspace: TestWorkspace,
  jobId: number,
  text: string,
): Promise<void> {
  const one = async (sql: string, ...params: (string | number)[]): Promise<number> =>
    Number(Object.values((await db.one(system, sql, params)).rows[0] ?? {})[0]);
  const { orgId } = workspace;

  for (const tool of ['bench-vlm', 'bench-asr', 'bench-llm']) {
    const id = await one(
      `insert into core.jobs (org_id, project_id, run_id, job_name, tool_code, provenance, model_code, gpu_model, gpu_count, status_code, options)
       select org_id, project_id, run_id, $2, $3, 'measured', $2, 'tpu-v5e', 1, 'completed', '{"audio_duration_bucket": "5-15s"}' from core.jobs where job_id = $1 returning job_id`,
      jobId,
      `${tool} ${text}`,
      tool,
    );
    await db.one(
      system,
      `insert into core.results (job_id, org_id, tool_code, provenance, tokens_per_sec, measured_from, measured_to)
       values ($1, $2, $3, 'measured', 10, now() - interval '10 seconds', now() - interval '5 seconds')`,
      [id, orgId, tool],
    );
    await db.one(
      system,
      `insert into core.telemetry_samples (org_id, job_id, attempt, sampled_at, source, gpu_index, gpu_uuid, gpu_util_pct, power_w)
       select $1, $2, 1, now() - make_interval(secs => n), 'gpu', 0, $3, 50, 100 from generate_series(0, 15) n`,
      [orgId, id, text],
    );
    await db.one(system, 'select core.summarize_telemetry($1)', [id]);
  }

  await db.one(
    system,
    `insert into core.ai_models (org_id, model_code, model_name, facts, source) values ($1, 'views', $2, '{"layers": 1, "family_name": "Views"}', 'test')`,
    [orgId, `model ${text}`],
  );
  await db.one(
    system,
    `insert into core.sizer_prices (org_id, gpu_model, cloud_usd_h, source) values ($1, 'h100-sxm', 2, $2)`,
    [orgId, text],
  );
  await db.one(
    system,
    `insert into core.sizer_export_jobs (org_id, action, error) values ($1, 'train', $2)`,
    [orgId, text],
  );

  await db.one(
    system,
    `insert into core.saved_views (org_id, account_id, view_key, name, search_text, is_shared) values ($1, $2, 'runs', $3, '', true)`,
    [orgId, workspace.accountId, text],
  );
  await db.one(
    system,
    `insert into core.known_issues (org_id, job_id, issue_text, created_by)
     select $1, min(job_id), $2, $3 from core.jobs where org_id = $1`,
    [orgId, text, workspace.accountId],
  );

  const workload = await one(
    `insert into core.workloads (org_id, workload_code, workload_name, tool_code, framework_code, framework_version, model_code, quantization_code)
     select $1, 'views', $2, 'bench-llm', framework_code, version, 'm', 'fp16' from core.framework_versions limit 1 returning workload_id`,
    orgId,
    text,
  );
  const scenario = await one(
    `insert into core.scenarios (org_id, workload_id, scenario_code, concurrency, input_sequence_length, output_sequence_length)
     values ($1, $2, 'c1-isl2-osl3', 1, 2, 3) returning scenario_id`,
    orgId,
    workload,
  );
  const execution = await one(
    `insert into core.cloud_executions (org_id, project_id, workload_id, scenario_id, project_name, workload_code, config_code, scenario_code, auto_terminate)
     select org_id, project_id, $2, $3, $4, 'views', 'c', 'c1-isl2-osl3', true from core.jobs where job_id = $1 returning execution_id`,
    jobId,
    workload,
    scenario,
    text,
  );
  const request = await one(
    `insert into core.cloud_provisioning_requests (org_id, execution_id, provider_code, gpu_model, gpu_count, server_hostname, usd_per_hour, ready_at)
     values ($1, $2, 'p', 'h100-sxm', 1, $3, 2, now() - interval '30 minutes') returning request_id`,
    orgId,
    execution,
    text,
  );
  await db.one(
    system,
    `insert into core.cloud_resource_events (org_id, request_id, status_code, message) values ($1, $2, 'pending', $3), ($1, $2, 'ready', $3)`,
    [orgId, request, text],
  );

  const set = await one(
    `insert into core.kyai_prompt_sets (org_id, set_code, set_name, licence, source, content_sha256) values ($1, 'views', $2, 'CC0', 'test', $3) returning prompt_set_id`,
    orgId,
    text,
    '0'.repeat(64),
  );
  await db.one(
    system,
    `insert into core.kyai_prompt_sets (set_code, set_name, licence, source, content_sha256) values ('views-builtin', 'Built in', 'CC0', 'test', $1) on conflict do nothing`,
    ['1'.repeat(64)],
  );
  const prompt = await one(
    `insert into core.kyai_prompts (prompt_set_id, ordinal, category, messages) values ($1, 1, 'a', jsonb_build_array(jsonb_build_object('role', 'user', 'content', $2::text))) returning prompt_id`,
    set,
    text,
  );
  const candidate = await one(
    `insert into core.kyai_candidate_endpoints (org_id, display_name, base_url, model_id) values ($1, $2, 'http://127.0.0.1:1/v1', 'm') returning candidate_endpoint_id`,
    orgId,
    `candidate ${text}`,
  );
  const judge = await one(
    `insert into core.kyai_judge_configs (org_id, judge_name, base_url, model_id, rubric) values ($1, $2, 'http://127.0.0.1:1/v1', 'j', '{}') returning judge_config_id`,
    orgId,
    `judge ${text}`,
  );
  const evaluation = await one(
    `insert into core.kyai_evaluations (org_id, project_id, evaluation_name, prompt_set_id, mode, manifest, manifest_sha256)
     select org_id, project_id, $2, $3, 'pointwise', '{}', $4 from core.jobs where job_id = $1 returning evaluation_id`,
    jobId,
    `evaluation ${text}`,
    set,
    '2'.repeat(64),
  );
  const generation = await one(
    `insert into core.kyai_generation_runs (org_id, evaluation_id, candidate_endpoint_id, prompt_set_id, status_code) values ($1, $2, $3, $4, 'completed') returning generation_run_id`,
    orgId,
    evaluation,
    candidate,
    set,
  );
  const answer = await one(
    `insert into core.kyai_generation_outputs (org_id, generation_run_id, prompt_id, status_code, output_text) values ($1, $2, $3, 'completed', $4) returning generation_output_id`,
    orgId,
    generation,
    prompt,
    text,
  );
  const judgeRun = await one(
    `insert into core.kyai_judge_runs (org_id, evaluation_id, generation_run_id, judge_config_id, status_code) values ($1, $2, $3, $4, 'completed') returning judge_run_id`,
    orgId,
    evaluation,
    generation,
    judge,
  );
  await db.one(
    system,
    `insert into core.kyai_outputs (org_id, judge_run_id, generation_output_id, status_code, score, judge_response) values ($1, $2, $3, 'completed', 4, $4)`,
    [orgId, judgeRun, answer, text],
  );
  await db.one(
    system,
    `insert into core.kyai_results (org_id, evaluation_id, judge_run_id, candidate_endpoint_id, judge_config_id, prompt_set_id, n_expected, n_scored, n_unscored, score)
     values ($1, $2, $3, $4, $5, $6, 1, 1, 0, 4)`,
    [orgId, evaluation, judgeRun, candidate, judge, set],
  );
}
