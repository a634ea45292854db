-- after: core_find_named, core_server_last_heard, core_require_member, core_memory_need, core_set_job_status, core_bench_options, core_fill_command_template
create or replace function core.submit_bench_job(
  p_tool_code text, p_owner_account_id uuid, p_project_name text, p_job_name text, p_framework_code text, p_version text, p_model_code text,
  p_org_id uuid, p_config_code text, p_server_hostname text, p_concurrency integer, p_input_sequence_length integer,
  p_output_sequence_length integer, p_quantization_code text, p_run_name text, p_options jsonb,
  p_tool_options jsonb default '{}', p_media_tokens integer default 0
) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  the_project_id integer;
  the_run_id integer;
  new_job_id integer;
  model core.ai_models;
  framework core.frameworks;
  quantization core.quantizations;
  config core.server_configs;
  template core.framework_command_templates;
  the_run_name text := coalesce(nullif(btrim(p_run_name), ''), 'default');
  options jsonb;
  launch jsonb;
  need_gb numeric;
  usable_gb numeric;
  fits jsonb;
  worker_seen timestamptz;
  offered jsonb;
  input_tokens integer := coalesce(p_input_sequence_length, 0);
  context_tokens bigint := input_tokens::bigint + p_output_sequence_length + coalesce(p_media_tokens, 0);
begin
  perform auth.require_role(p_org_id, 'engineer');
  perform core.require_member(p_org_id, p_owner_account_id);

  -- What was typed.
  if p_project_name is null or length(btrim(p_project_name)) not between 1 and 200 then
    perform auth.fail('validation_failed', 'A project needs a name of 1 to 200 characters.', pg_catalog.jsonb_build_object('field', 'p_project_name'));
  end if;
  if p_job_name is null or length(btrim(p_job_name)) not between 1 and 200 then
    perform auth.fail('validation_failed', 'A job needs a name of 1 to 200 characters.', pg_catalog.jsonb_build_object('field', 'p_job_name'));
  end if;
  if p_concurrency is null or p_concurrency not between 1 and 16384 then
    perform auth.fail('validation_failed', 'Concurrency is 1 to 16,384 requests in flight.', pg_catalog.jsonb_build_object('field', 'p_concurrency'));
  end if;
  -- Audio has a duration instead of an input length.
  if (p_input_sequence_length is null and p_tool_code <> 'bench-asr') or p_input_sequence_length not between 1 and 16777216 then
    perform auth.fail('validation_failed', 'The input length (ISL) is 1 to 16,777,216 tokens.', pg_catalog.jsonb_build_object('field', 'p_input_sequence_length'));
  end if;
  if p_output_sequence_length is null or p_output_sequence_length not between 1 and 16777216 then
    perform auth.fail('validation_failed', 'The output length (OSL) is 1 to 16,777,216 tokens.', pg_catalog.jsonb_build_object('field', 'p_output_sequence_length'));
  end if;
  options := core.bench_llm_options(coalesce(p_options, '{}'), p_concurrency) || p_tool_options;

  -- What it refers to.
  select * into framework from core.frameworks where framework_code = p_framework_code;
  if not found then
    perform auth.fail('validation_failed', pg_catalog.format('Unknown framework "%s".', p_framework_code),
      pg_catalog.jsonb_build_object('field', 'p_framework_code', 'known', (select pg_catalog.jsonb_agg(framework_code order by sort_order) from core.frameworks)));
  end if;
  select * into model from core.ai_models where model_code = p_model_code and (org_id is null or org_id = p_org_id) order by org_id nulls first limit 1;
  if not found then
    perform auth.fail('validation_failed', pg_catalog.format('Unknown model "%s".', p_model_code), pg_catalog.jsonb_build_object('field', 'p_model_code'),
      'Choose one of ai_models, or add the model with create_ai_model.');
  end if;
  select * into quantization from core.quantizations where quantization_code = coalesce(p_quantization_code, 'fp16');
  if not found then
    perform auth.fail('validation_failed', pg_catalog.format('Unknown precision "%s".', p_quantization_code),
      pg_catalog.jsonb_build_object('field', 'p_quantization_code', 'known', (select pg_catalog.jsonb_agg(quantization_code order by sort_order) from core.quantizations)));
  end if;
  select c.* into config from core.server_configs c join core.servers s using (server_id)
  where c.org_id = p_org_id and c.config_code = p_config_code and s.hostname = p_server_hostname and c.archived_at is null;
  if not found then
    perform auth.fail('not_found', pg_catalog.format('There is no server config "%s" on the server "%s".', p_config_code, p_server_hostname),
      pg_catalog.jsonb_build_object('field', 'p_config_code'), 'v_server_current_status lists what there is.');
  end if;
  if config.launch_kind <> 'endpoint' and not framework.launchable then
    perform auth.fail('validation_failed', pg_catalog.format('The framework "%s" is for running endpoints; this config launches a server.', p_framework_code),
      pg_catalog.jsonb_build_object('field', 'p_framework_code'));
  end if;
  if config.launch_kind <> 'endpoint' and not exists (
      select from core.framework_versions where framework_code = p_framework_code and version = p_version) then
    perform auth.fail('validation_failed', pg_catalog.format('Unknown version "%s" of %s.', p_version, p_framework_code),
      pg_catalog.jsonb_build_object('field', 'p_version', 'known', (
        select pg_catalog.jsonb_agg(version order by sort_order) from core.framework_versions where framework_code = p_framework_code)));
  end if;
  if p_version is null or length(btrim(p_version)) = 0 then
    perform auth.fail('validation_failed', 'The framework version is missing.', pg_catalog.jsonb_build_object('field', 'p_version'));
  end if;

  -- Whether it can work: context, then memory.
  if input_tokens::bigint + p_output_sequence_length > model.max_context then
    perform auth.fail('validation_failed',
      pg_catalog.format('%s input and %s output tokens do not fit the context of %s (%s tokens).', input_tokens, p_output_sequence_length, model.model_name, model.max_context),
      pg_catalog.jsonb_build_object('field', case when p_input_sequence_length is null then 'p_output_sequence_length' else 'p_input_sequence_length' end,
        'required_tokens', input_tokens::bigint + p_output_sequence_length, 'available_tokens', model.max_context),
      'Lower the input or output length.');
  end if;
  if config.launch_kind <> 'endpoint' then
    need_gb := core.memory_need_gb(model.total_params_b, quantization.weight_bytes, model.kv_bytes_per_token, p_concurrency, input_tokens, p_output_sequence_length);
    usable_gb := core.memory_usable_gb(config.gpu_count, config.gpu_memory_gb);
    if need_gb > usable_gb then
      select pg_catalog.jsonb_build_object(
        'quantization_code', (
          select q.quantization_code from core.quantizations q
          where core.memory_need_gb(model.total_params_b, q.weight_bytes, model.kv_bytes_per_token, p_concurrency, input_tokens, p_output_sequence_length) <= usable_gb
          order by q.weight_bytes desc, q.sort_order limit 1),
        'concurrency', nullif(greatest(pg_catalog.floor(
          (usable_gb - model.total_params_b * quantization.weight_bytes) * 1e9 / (model.kv_bytes_per_token * (input_tokens + p_output_sequence_length))), 0), 0),
        'gpu_count', pg_catalog.ceil(need_gb / (usable_gb / config.gpu_count))) into fits;
      perform auth.fail('validation_failed',
        pg_catalog.format('%s at %s needs %s GB of GPU memory for weights and KV cache; %s has %s GB usable.', model.model_name, quantization.quantization_code,
          pg_catalog.round(need_gb, 1), p_config_code, pg_catalog.round(usable_gb, 1)),
        pg_catalog.jsonb_build_object('field', 'p_concurrency', 'required_gb', pg_catalog.round(need_gb, 1), 'available_gb', pg_catalog.round(usable_gb, 1),
          'weights_gb', pg_catalog.round(model.total_params_b * quantization.weight_bytes, 1), 'suggestion', pg_catalog.jsonb_strip_nulls(fits)),
        'Any one of the suggestions fits: another precision, a lower concurrency, or more GPUs.');
    end if;
  end if;
  worker_seen := core.server_last_heard(config.server_id);
  if worker_seen is null or worker_seen < now() - core.setting_interval('worker_offline_s') then
    perform auth.fail('server_unavailable',
      case when worker_seen is null then pg_catalog.format('No worker ever registered on the server "%s".', p_server_hostname)
        else pg_catalog.format('The worker on "%s" was last heard %s s ago.', p_server_hostname, pg_catalog.round(extract(epoch from now() - worker_seen))) end,
      pg_catalog.jsonb_build_object('field', 'p_server_hostname', 'last_heartbeat_at', worker_seen), 'Start the worker on that server, or choose another.');
  end if;

  select coalesce(pg_catalog.jsonb_agg(distinct tool), '[]') into offered
  from core.workers w, pg_catalog.jsonb_array_elements(w.capabilities -> 'tools') tool
  where w.server_id = config.server_id and w.last_sync_at >= now() - core.setting_interval('worker_offline_s');
  if not offered ? p_tool_code then
    perform auth.fail('server_unavailable',
      pg_catalog.format('No worker on "%s" that is heard now offers %s.', p_server_hostname, p_tool_code),
      pg_catalog.jsonb_build_object('field', 'p_server_hostname', 'tool_code', p_tool_code, 'offered_tools', offered),
      pg_catalog.format('Start a worker there that has %s, or choose another server.', p_tool_code));
  end if;
  if not exists (
      select from core.workers w
      where w.server_id = config.server_id and w.last_sync_at >= now() - core.setting_interval('worker_offline_s')
        and w.capabilities -> 'launch_kinds' ? config.launch_kind and w.capabilities -> 'tools' ? p_tool_code) then
    perform auth.fail('server_unavailable',
      pg_catalog.format('The worker on "%s" cannot bring up a model server of the kind "%s".', p_server_hostname, config.launch_kind),
      pg_catalog.jsonb_build_object('field', 'p_config_code', 'launch_kind', config.launch_kind),
      'Start a worker there that allows this kind, or choose another config.');
  end if;

  -- How the model server comes up; kept with the job, so that a later change of the config changes no job.
  launch := case config.launch_kind
    when 'simulated' then pg_catalog.jsonb_build_object('kind', 'simulated', 'gpu_model', config.gpu_model, 'gpu_count', config.gpu_count,
      'model_code', p_model_code, 'quantization_code', quantization.quantization_code,
      'max_model_len', least(coalesce(model.max_context, 1048576), context_tokens + 1024), 'ready_timeout_s', 120)
    when 'endpoint' then pg_catalog.jsonb_build_object('kind', 'endpoint', 'base_url', config.endpoint_url, 'served_model_name', config.served_model_name,
      'endpoint_api', config.endpoint_api, 'api_key', config.endpoint_api_key_encrypted, 'ready_timeout_s', 60)
    end;
  if config.launch_kind = 'process' then
    select * into template from core.framework_command_templates where framework_code = p_framework_code and template_code = 'default';
    if not found then
      perform auth.fail('validation_failed', pg_catalog.format('There is no command template for %s.', p_framework_code), pg_catalog.jsonb_build_object('field', 'p_framework_code'));
    end if;
    launch := pg_catalog.jsonb_build_object('kind', 'process',
      'argv', core.fill_command_template(template.argv || coalesce(template.quantization_argv -> quantization.quantization_code, '[]'), pg_catalog.jsonb_build_object(
        'model', coalesce(model.hf_id, model.model_code), 'host', '127.0.0.1', 'port', template.default_port::text, 'tp', coalesce(config.tensor_parallel, config.gpu_count, 1)::text,
        'max_model_len', least(coalesce(model.max_context, 1048576), context_tokens + 1024)::text)) || pg_catalog.to_jsonb(config.extra_args),
      'env', template.runtime_env, 'host', '127.0.0.1', 'port', template.default_port, 'health_path', template.health_path,
      'served_model_name', coalesce(config.served_model_name, model.hf_id, model.model_code), 'ready_timeout_s', 1800);
  end if;

  -- Write.
  the_project_id := core.ensure_project(p_org_id, p_owner_account_id, p_project_name);
  insert into core.runs (org_id, project_id, run_name, created_by) values (p_org_id, the_project_id, the_run_name, auth.account_id())
  on conflict (project_id, lower(run_name)) do nothing returning run_id into the_run_id;
  if the_run_id is null then
    select run_id into strict the_run_id from core.runs where project_id = the_project_id and lower(run_name) = lower(the_run_name);
  end if;
  insert into core.jobs (org_id, project_id, run_id, owner_account_id, job_name, tool_code, provenance, framework_code, framework_version,
    model_code, quantization_code, server_config_id, server_id, config_code, server_hostname, gpu_model, gpu_name, gpu_count, concurrency,
    input_sequence_length, output_sequence_length, options, launch_spec, max_attempts)
  values (p_org_id, the_project_id, the_run_id, p_owner_account_id, btrim(p_job_name), p_tool_code,
    case when config.launch_kind = 'simulated' then 'simulated' else 'measured' end, p_framework_code, btrim(p_version), p_model_code,
    quantization.quantization_code, config.server_config_id, config.server_id, config.config_code, p_server_hostname, config.gpu_model,
    (select display_name from core.gpu_models where gpu_model = config.gpu_model), config.gpu_count, p_concurrency,
    p_input_sequence_length, p_output_sequence_length, options, launch, core.setting_number('job_max_attempts')::integer)
  on conflict (run_id, lower(job_name)) do nothing returning job_id into new_job_id;
  if new_job_id is null then
    perform auth.fail('conflict', pg_catalog.format('The run "%s" has a job named "%s" already.', the_run_name, btrim(p_job_name)),
      pg_catalog.jsonb_build_object('field', 'p_job_name'), 'Choose another job name, or another run with p_run_name.');
  end if;
  insert into core.job_status_history (org_id, job_id, status_code, message) values (p_org_id, new_job_id, 'pending', 'Accepted; waits for a worker.');
  perform core.audit(p_org_id, 'create_' || pg_catalog.replace(p_tool_code, '-', '_') || '_job', 'job', new_job_id::text, pg_catalog.jsonb_build_object('job_name', btrim(p_job_name)));
  return new_job_id;
end
$$;
comment on function core.submit_bench_job is 'The one way a job comes to be, whatever the tool: checks, pre-run validation, project and run created if absent, job, audit. Returns its job_id.';
