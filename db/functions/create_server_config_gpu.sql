-- after: core_require_member
create function api.create_server_config_gpu(
  p_owner_account_id uuid, p_org_id uuid, p_server_config_id integer, p_gpu_model text, p_gpu_count integer default 1, p_gpu_memory_gb numeric default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  config core.server_configs;
begin
  perform auth.require_role(p_org_id, 'engineer');
  perform core.require_member(p_org_id, p_owner_account_id);
  select * into config from core.server_configs
  where org_id = p_org_id and server_config_id = p_server_config_id and archived_at is null for update;
  if not found then
    perform auth.fail('not_found', pg_catalog.format('There is no server config %s in this workspace.', coalesce(p_server_config_id::text, 'null')),
      pg_catalog.jsonb_build_object('field', 'p_server_config_id'));
  end if;
  if not exists (select from core.gpu_models where gpu_model = p_gpu_model) then
    perform auth.fail('validation_failed', pg_catalog.format('"%s" is not in the GPU catalog.', p_gpu_model), pg_catalog.jsonb_build_object('field', 'p_gpu_model'),
      'gpu_models lists what there is.');
  end if;
  if p_gpu_count is null or p_gpu_count not between 1 and 4096 then
    perform auth.fail('validation_failed', 'p_gpu_count is 1 to 4096.', pg_catalog.jsonb_build_object('field', 'p_gpu_count'));
  end if;
  if p_gpu_memory_gb <= 0 or p_gpu_memory_gb > 100000 then
    perform auth.fail('validation_failed', 'p_gpu_memory_gb is more than 0 and at most 100,000.', pg_catalog.jsonb_build_object('field', 'p_gpu_memory_gb'));
  end if;
  -- Engines shard evenly over GPUs of one kind, so a config has one kind.
  if config.gpu_model is not null or config.gpu_count is not null then
    perform auth.fail('conflict', pg_catalog.format('The config "%s" has its GPUs already: %s x %s.', config.config_code, config.gpu_count, config.gpu_model),
      pg_catalog.jsonb_build_object('field', 'p_server_config_id', 'gpu_model', config.gpu_model, 'gpu_count', config.gpu_count),
      'Create another config for other GPUs.');
  end if;
  update core.server_configs set gpu_model = p_gpu_model, gpu_count = p_gpu_count,
    gpu_memory_gb = coalesce(p_gpu_memory_gb, gpu_memory_gb, (select memory_gb from core.gpu_models where gpu_model = p_gpu_model))
  where server_config_id = p_server_config_id returning * into config;
  perform core.audit(p_org_id, 'create_server_config_gpu', 'server_config', p_server_config_id::text,
    pg_catalog.jsonb_build_object('gpu_model', p_gpu_model, 'gpu_count', p_gpu_count));
  return pg_catalog.jsonb_build_object('server_config_id', config.server_config_id, 'gpu_model', config.gpu_model, 'gpu_count', config.gpu_count,
    'gpu_memory_gb', config.gpu_memory_gb);
end
$$;
comment on function api.create_server_config_gpu is 'Says which GPUs a server config has, and how many; memory per GPU in GB, the catalog''s unless given. Once: a config has one kind of GPU.';
