-- Every table is closed; then each audience gets what it may see. Workers get nothing: they speak through functions only.
do $$
declare
  t text;
begin
  for t in select tablename from pg_catalog.pg_tables where schemaname = 'core' loop
    execute pg_catalog.format('alter table core.%I enable row level security', t);
    execute pg_catalog.format('alter table core.%I force row level security', t);
    execute pg_catalog.format('create policy system_all on core.%I to web_system using (true) with check (true)', t);
    -- Functions that are security definer run as the owner, which FORCE binds too when it is not a superuser.
    execute pg_catalog.format('create policy owner_all on core.%I to current_user using (true) with check (true)', t);
    execute pg_catalog.format('revoke all on core.%I from public, web_user, web_worker', t);
    execute pg_catalog.format('grant select, insert, update, delete on core.%I to web_system', t);
  end loop;
  -- Rows of a workspace: its members read them.
  foreach t in array array[
    'quotas', 'judge_token_usage',
    'servers', 'server_configs', 'server_config_instances', 'server_presence', 'workers', 'projects', 'runs', 'jobs', 'job_attempts',
    'job_status_history', 'job_results', 'results', 'job_logs', 'telemetry_samples', 'telemetry_gpu_summaries', 'telemetry_job_summaries', 'workloads', 'scenarios', 'cloud_executions',
    'cloud_provisioning_requests', 'cloud_resource_events', 'kyai_candidate_endpoints', 'kyai_judge_configs', 'kyai_evaluations',
    'kyai_generation_runs', 'kyai_generation_outputs', 'kyai_judge_runs', 'kyai_outputs', 'kyai_attempts', 'kyai_results',
    'sizer_settings', 'sizer_prices', 'sizer_export_jobs', 'known_issues'
  ] loop
    execute pg_catalog.format(
      'create policy member_read on core.%I for select to web_user using (org_id = any ((select auth.org_ids())::uuid[]))', t);
  end loop;
end
$$;

create policy member_read on core.organizations for select to web_user
  using (org_id = any ((select auth.org_ids())::uuid[]));
create policy member_read on core.memberships for select to web_user
  using (org_id = any ((select auth.org_ids())::uuid[]));
create policy member_read on core.accounts for select to web_user
  using (
    account_id = (select auth.account_id())
    or exists (
      select from core.memberships m
      where m.account_id = accounts.account_id and m.org_id = any ((select auth.org_ids())::uuid[])
    )
  );
create policy catalog_read on core.ai_models for select to web_user
  using (org_id is null or org_id = any ((select auth.org_ids())::uuid[]));
create policy catalog_read on core.gpu_models for select to web_user using (true);
create policy catalog_read on core.frameworks for select to web_user using (true);
create policy catalog_read on core.framework_versions for select to web_user using (true);
create policy catalog_read on core.quantizations for select to web_user using (true);
create policy catalog_read on core.framework_command_templates for select to web_user using (true);
create policy catalog_read on core.engine_args_sets for select to web_user using (true);
create policy catalog_read on core.kyai_prompt_sets for select to web_user
  using (org_id is null or org_id = any ((select auth.org_ids())::uuid[]));
create policy catalog_read on core.kyai_prompts for select to web_user
  using (exists (
    select from core.kyai_prompt_sets s
    where s.prompt_set_id = kyai_prompts.prompt_set_id and (s.org_id is null or s.org_id = any ((select auth.org_ids())::uuid[]))
  ));
-- The one table that people change directly, in one column. Its trigger says who may, and when, with the contract's errors.
create policy member_update on core.cloud_executions for update to web_user
  using (org_id = any ((select auth.org_ids())::uuid[]))
  with check (org_id = any ((select auth.org_ids())::uuid[]) and auth.role_rank(auth.role_in(org_id)) >= 2);
create policy own_or_shared_read on core.saved_views for select to web_user
  using (org_id = any ((select auth.org_ids())::uuid[]) and (is_shared or account_id = (select auth.account_id())));
create policy admin_read on core.audit_log for select to web_user
  using (org_id = any ((select auth.org_ids())::uuid[]) and auth.role_rank(auth.role_in(org_id)) >= 3);
create policy settings_read on core.settings for select to web_user using (true);

grant usage on schema core to web_user, web_system;
grant usage on all sequences in schema core to web_system;

-- Grants after the policies, column by column where a table holds something secret.
grant select on core.organizations, core.memberships, core.servers, core.server_config_instances, core.server_presence, core.projects, core.runs,
  core.job_status_history, core.job_results, core.results, core.job_logs, core.telemetry_samples, core.ai_models,
  core.gpu_models, core.frameworks, core.framework_versions, core.quantizations, core.framework_command_templates,
  core.audit_log, core.settings to web_user;
grant select (account_id, email, display_name, created_at, disabled_at) on core.accounts to web_user;
grant select (server_config_id, org_id, server_id, config_code, launch_kind, gpu_model, gpu_count, gpu_memory_gb, tensor_parallel,
  endpoint_url, endpoint_api, served_model_name, extra_args, description, created_at, created_by, archived_at)
  on core.server_configs to web_user;
-- Not launch_spec: it holds the endpoint's encrypted key.
grant select (job_id, org_id, project_id, run_id, owner_account_id, job_name, tool_code, provenance, framework_code, framework_version,
  model_code, quantization_code, server_config_id, server_id, config_code, server_hostname, gpu_model, gpu_name, gpu_count, concurrency,
  input_sequence_length, output_sequence_length, options, status_code, phase_code, progress, status_changed_at, error_code, error_message,
  attempt_count, max_attempts, not_before, cancel_requested_at, cancel_requested_by, created_at, started_at, finished_at)
  on core.jobs to web_user;
grant select (worker_id, org_id, server_id, epoch, agent_version, hardware, capabilities, state_code, drain_requested_at,
  last_sync_at, created_at) on core.workers to web_user;
grant select (job_id, attempt, org_id, worker_id, phase_code, outcome, error_code, error_message, exit_code, signal, launch,
  started_at, ended_at, lease_expires_at) on core.job_attempts to web_user;
grant select on core.telemetry_gpu_summaries, core.telemetry_job_summaries to web_user;
grant select on core.workloads, core.scenarios, core.engine_args_sets, core.cloud_executions, core.cloud_provisioning_requests,
  core.cloud_resource_events, core.kyai_prompt_sets, core.kyai_prompts, core.kyai_evaluations, core.kyai_generation_runs,
  core.kyai_generation_outputs, core.kyai_judge_runs, core.kyai_outputs, core.kyai_attempts, core.kyai_results to web_user;
grant update (startup_extra_args_cli) on core.cloud_executions to web_user;
-- Not api_key_encrypted.
grant select (candidate_endpoint_id, org_id, display_name, base_url, model_id, model_code, params, price_in_usd_per_mtok,
  price_out_usd_per_mtok, max_concurrency, capabilities, server_config_instance_id, created_by, created_at, archived_at)
  on core.kyai_candidate_endpoints to web_user;
grant select (judge_config_id, org_id, judge_name, version, base_url, model_id, mode, rubric, scale_min, scale_max, integer_only,
  pass_threshold, temperature, seed, max_tokens, response_mode, template_sha256, price_in_usd_per_mtok, price_out_usd_per_mtok,
  max_concurrency, created_by, created_at, archived_at)
  on core.kyai_judge_configs to web_user;
grant select on core.quotas, core.judge_token_usage, core.saved_views, core.known_issues to web_user;
-- Training points are read by the platform alone: their results are rows of v_benchmark_results.
grant select on core.sizer_settings, core.sizer_prices, core.sizer_export_jobs to web_user;
