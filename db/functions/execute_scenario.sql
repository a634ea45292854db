-- after: core_submit_bench_job, core_bench_media_options, core_find_named
create function api.execute_scenario(
  p_owner_account_id uuid, p_org_id uuid, p_project_name text, p_workload_code text, p_scenario_code text, p_config_code text,
  p_server_hostname text, p_run_name text default null, p_job_name text default null, p_repeats integer default 1, p_options jsonb default '{}'
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  workload core.workloads;
  scenario core.scenarios;
  the_run_name text;
  base_name text;
  taken integer;
  job_ids integer[] := '{}';
begin
  perform auth.require_role(p_org_id, 'engineer');
  perform core.require_member(p_org_id, p_owner_account_id);
  workload := core.find_workload(p_org_id, p_workload_code);
  scenario := core.find_scenario(workload, p_scenario_code);
  if p_repeats is null or p_repeats not between 1 and 20 then
    perform auth.fail('validation_failed', 'p_repeats is 1 to 20.', pg_catalog.jsonb_build_object('field', 'p_repeats', 'value', p_repeats));
  end if;
  the_run_name := coalesce(nullif(btrim(p_run_name), ''), workload.workload_code);
  base_name := coalesce(nullif(btrim(p_job_name), ''), workload.workload_code || ' ' || scenario.scenario_code);
  -- A name that is given is taken as it is, so that the same call twice is a conflict; our own names count on.
  taken := 0;
  if nullif(btrim(p_job_name), '') is null then
    select count(*) into taken
    from core.jobs j join core.runs r using (run_id) join core.projects p on p.project_id = j.project_id
    where p.org_id = p_org_id and lower(p.project_name) = lower(btrim(p_project_name)) and lower(r.run_name) = lower(the_run_name)
      and (lower(j.job_name) = lower(base_name) or pg_catalog.starts_with(lower(j.job_name), lower(base_name) || ' #'));
  end if;
  for i in 1 .. p_repeats loop
    job_ids := job_ids || core.submit_bench_job(workload.tool_code, p_owner_account_id, p_project_name,
      base_name || case when taken + i = 1 then '' else ' #' || (taken + i) end, workload.framework_code, workload.framework_version,
      workload.model_code, p_org_id, p_config_code, p_server_hostname, scenario.concurrency,
      case when workload.tool_code = 'bench-asr' then null else scenario.input_sequence_length end, scenario.output_sequence_length,
      workload.quantization_code, the_run_name, p_options, workload.parameters,
      case when workload.tool_code = 'bench-vlm' then core.image_tokens_bound(workload.parameters) else 0 end);
  end loop;
  perform core.audit(p_org_id, 'execute_scenario', 'scenario', scenario.scenario_id::text,
    pg_catalog.jsonb_build_object('workload_code', workload.workload_code, 'scenario_code', scenario.scenario_code, 'job_ids', job_ids));
  return pg_catalog.jsonb_build_object('scenario_id', scenario.scenario_id, 'job_ids', pg_catalog.to_jsonb(job_ids));
end
$$;
comment on function api.execute_scenario is 'Runs a scenario of a workload on a server that is ready, p_repeats times; returns the ids of the jobs. Validation is that of create_bench_llm_job; all of the repeats are accepted or none.';
