-- after: core_submit_bench_job, core_bench_media_options
create function api.create_bench_asr_job(
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
  p_audio_duration_bucket text,
  p_output_sequence_length integer,
  p_quantization_code text default 'fp16',
  p_run_name text default null,
  p_options jsonb default '{}'
) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  audio jsonb;
begin
  perform auth.require_role(p_org_id, 'engineer');
  audio := core.bench_asr_options(p_audio_duration_bucket);
  return core.submit_bench_job('bench-asr', p_owner_account_id, p_project_name, p_job_name, p_framework_code, p_version, p_model_code,
    p_org_id, p_config_code, p_server_hostname, p_concurrency, null, p_output_sequence_length, p_quantization_code,
    p_run_name, p_options, audio);
end
$$;
comment on function api.create_bench_asr_job is 'Submits a benchmark of a speech recogniser; returns its job_id. As create_bench_llm_job, with the duration of the audio (p_audio_duration_bucket) instead of an input length; p_output_sequence_length is the most tokens of a transcript.';
