-- after: core_require_readable, core_server_last_heard, core_memory_need
create function api.validate_server_readiness(
  p_org_id uuid, p_server_hostname text, p_config_code text default null, p_tool_code text default 'bench-llm', p_model_code text default null,
  p_quantization_code text default 'fp16', p_concurrency integer default 1, p_input_sequence_length integer default 1024,
  p_output_sequence_length integer default 1024
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  server core.servers;
  config core.server_configs;
  model core.ai_models;
  quantization core.quantizations;
  heard timestamptz;
  config_count integer;
  tools jsonb;
  kinds jsonb;
  busy core.jobs;
  waiting integer;
  need_gb numeric;
  usable_gb numeric;
  checks jsonb := '[]';
  is_heard boolean;
begin
  perform core.require_readable(p_org_id);
  select * into server from core.servers where org_id = p_org_id and hostname = p_server_hostname;
  if not found then
    perform auth.fail('not_found', pg_catalog.format('There is no server "%s" in this workspace.', p_server_hostname),
      pg_catalog.jsonb_build_object('field', 'p_server_hostname'), 'It appears when a worker on it registers.');
  end if;
  if p_tool_code is null or p_tool_code not in ('bench-llm', 'bench-vlm', 'bench-asr') then
    perform auth.fail('validation_failed', 'p_tool_code is bench-llm, bench-vlm or bench-asr.', pg_catalog.jsonb_build_object('field', 'p_tool_code'));
  end if;
  if p_concurrency is null or p_concurrency not between 1 and 16384 then
    perform auth.fail('validation_failed', 'Concurrency is 1 to 16,384 requests in flight.', pg_catalog.jsonb_build_object('field', 'p_concurrency'));
  end if;
  if p_input_sequence_length is null or p_input_sequence_length not between 1 and 16777216 then
    perform auth.fail('validation_failed', 'The input length (ISL) is 1 to 16,777,216 tokens.', pg_catalog.jsonb_build_object('field', 'p_input_sequence_length'));
  end if;
  if p_output_sequence_length is null or p_output_sequence_length not between 1 and 16777216 then
    perform auth.fail('validation_failed', 'The output length (OSL) is 1 to 16,777,216 tokens.', pg_catalog.jsonb_build_object('field', 'p_output_sequence_length'));
  end if;

  heard := core.server_last_heard(server.server_id);
  is_heard := coalesce(heard >= now() - core.setting_interval('worker_offline_s'), false);
  checks := checks || core.readiness_check('worker_heard', is_heard, case
    when heard is null then 'No worker ever registered on this server.'
    else pg_catalog.format('The worker was last heard %s s ago.', pg_catalog.round(extract(epoch from now() - heard))) end);

  select coalesce(pg_catalog.jsonb_agg(distinct t) filter (where t is not null), '[]') into tools
  from core.workers w left join lateral pg_catalog.jsonb_array_elements(w.capabilities -> 'tools') t on true
  where w.server_id = server.server_id and w.last_sync_at >= now() - core.setting_interval('worker_offline_s') and w.drain_requested_at is null;
  select coalesce(pg_catalog.jsonb_agg(distinct k) filter (where k is not null), '[]') into kinds
  from core.workers w left join lateral pg_catalog.jsonb_array_elements(w.capabilities -> 'launch_kinds') k on true
  where w.server_id = server.server_id and w.last_sync_at >= now() - core.setting_interval('worker_offline_s') and w.drain_requested_at is null
    and w.capabilities -> 'tools' ? p_tool_code;
  checks := checks || core.readiness_check('tool', tools ? p_tool_code, case
    when tools ? p_tool_code then pg_catalog.format('A worker that takes jobs offers %s.', p_tool_code)
    else pg_catalog.format('No worker that is heard and takes jobs offers %s.', p_tool_code) end);

  select count(*) into config_count from core.server_configs c
  where c.server_id = server.server_id and c.archived_at is null and (p_config_code is null or c.config_code = p_config_code);
  if config_count = 1 then
    select * into config from core.server_configs c
    where c.server_id = server.server_id and c.archived_at is null and (p_config_code is null or c.config_code = p_config_code);
  end if;
  checks := checks || core.readiness_check('config', config_count = 1, case
    when config_count = 1 then pg_catalog.format('The config is "%s".', config.config_code)
    when p_config_code is not null then pg_catalog.format('There is no config "%s" on this server.', p_config_code)
    when config_count = 0 then 'There is no config on this server.'
    else pg_catalog.format('There are %s configs on this server: name one in p_config_code.', config_count) end);
  if config_count = 1 then
    checks := checks || core.readiness_check('launch_kind', kinds ? config.launch_kind, case
      when kinds ? config.launch_kind then pg_catalog.format('The worker brings up model servers of the kind "%s".', config.launch_kind)
      else pg_catalog.format('No worker with %s here brings up model servers of the kind "%s".', p_tool_code, config.launch_kind) end);
  end if;

  select * into busy from core.jobs where server_id = server.server_id and status_code in ('queued', 'running') order by job_id limit 1;
  select count(*) into waiting from core.jobs where server_id = server.server_id and status_code = 'pending';
  checks := checks || core.readiness_check('free', busy.job_id is null and waiting = 0, case
    when busy.job_id is not null then pg_catalog.format('Job %s is under way; %s wait.', busy.job_id, waiting)
    when waiting > 0 then pg_catalog.format('%s jobs wait for it.', waiting)
    else 'Nothing runs on it and nothing waits.' end);

  if p_model_code is not null then
    select * into model from core.ai_models where model_code = p_model_code and (org_id is null or org_id = p_org_id) order by org_id nulls first limit 1;
    if not found then
      perform auth.fail('validation_failed', pg_catalog.format('Unknown model "%s".', p_model_code), pg_catalog.jsonb_build_object('field', 'p_model_code'));
    end if;
    select * into quantization from core.quantizations where quantization_code = coalesce(p_quantization_code, 'fp16');
    if not found then
      perform auth.fail('validation_failed', pg_catalog.format('Unknown precision "%s".', p_quantization_code), pg_catalog.jsonb_build_object('field', 'p_quantization_code'));
    end if;
    if model.max_context is not null then
      checks := checks || core.readiness_check('context', p_input_sequence_length::bigint + p_output_sequence_length <= model.max_context,
        pg_catalog.format('%s tokens are asked for; the context of %s is %s.', p_input_sequence_length::bigint + p_output_sequence_length, model.model_name, model.max_context));
    end if;
    if config_count = 1 and config.launch_kind <> 'endpoint' then
      need_gb := core.memory_need_gb(model.total_params_b, quantization.weight_bytes, model.kv_bytes_per_token, p_concurrency, p_input_sequence_length, p_output_sequence_length);
      usable_gb := core.memory_usable_gb(config.gpu_count, config.gpu_memory_gb);
      -- What is not known refuses no job either.
      checks := checks || core.readiness_check('memory', need_gb is null or usable_gb is null or need_gb <= usable_gb, case
        when need_gb is null then 'The size of the model is not known.'
        when usable_gb is null then 'The GPU memory of the config is not known.'
        else pg_catalog.format('%s at %s needs %s GB of GPU memory; %s GB are usable.', model.model_name, quantization.quantization_code,
          pg_catalog.round(need_gb, 1), pg_catalog.round(usable_gb, 1)) end);
    end if;
  end if;
  return pg_catalog.jsonb_build_object('server_id', server.server_id, 'server_hostname', server.hostname, 'config_code', config.config_code,
    'is_ready', not pg_catalog.jsonb_path_exists(checks, '$[*] ? (@.ok == false)'), 'last_heartbeat_at', heard, 'checks', checks);
end
$$;
comment on function api.validate_server_readiness is 'Whether a server can take a job now, as a list of checks: worker_heard, tool, config, launch_kind, free; with p_model_code also context and memory. is_ready: all of them hold.';
