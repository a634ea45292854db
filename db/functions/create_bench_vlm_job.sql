-- after: core_submit_bench_job, core_bench_media_options
create function api.create_bench_vlm_job(
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
  p_images_per_request integer default 1,
  p_image_width integer default 1024,
  p_image_height integer default 1024,
  p_image_format text default 'png',
  p_image_content text default 'noise',
  p_image_unique boolean default true,
  p_run_name text default null,
  p_options jsonb default '{}'
) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  image jsonb;
begin
  perform auth.require_role(p_org_id, 'engineer');
  image := core.bench_vlm_options(p_images_per_request, p_image_width, p_image_height, p_image_format, p_image_content, p_image_unique);
  return core.submit_bench_job('bench-vlm', p_owner_account_id, p_project_name, p_job_name, p_framework_code, p_version, p_model_code,
    p_org_id, p_config_code, p_server_hostname, p_concurrency, p_input_sequence_length, p_output_sequence_length, p_quantization_code,
    p_run_name, p_options, image, core.image_tokens_bound(image));
end
$$;
comment on function api.create_bench_vlm_job is 'Submits a benchmark of a model that sees images; returns its job_id. As create_bench_llm_job, with images (pixels) beside the text tokens of p_input_sequence_length; each image differs unless p_image_unique is false.';
