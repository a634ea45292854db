-- after: core_submit_bench_job
create function api.create_bench_llm_job(
  p_owner_account_id uuid,
  p_project_name text,
  p_job_name text,
  p_framework_code text,
  p_version text,
  p_model_code text,
  p_org_id uuid,
  p_config_code text,
  p_server_hostname text,
  p_concurrency integer,
  p_input_sequence_length integer,
  p_output_sequence_length integer,
  p_quantization_code text default 'fp16',
  p_run_name text default null,
  p_options jsonb default '{}'
) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return core.submit_bench_job('bench-llm', p_owner_account_id, p_project_name, p_job_name, p_framework_code, p_version, p_model_code,
    p_org_id, p_config_code, p_server_hostname, p_concurrency, p_input_sequence_length, p_output_sequence_length, p_quantization_code,
    p_run_name, p_options);
end
$$;
comment on function api.create_bench_llm_job is 'Submits an LLM benchmark after pre-run validation; returns its job_id. The project and the run ("default" unless p_run_name) are created if absent.';
