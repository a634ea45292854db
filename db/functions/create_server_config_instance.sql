-- after: core_require_member
create function api.create_server_config_instance(
  p_owner_account_id uuid, p_org_id uuid, p_server_config_id integer, p_server_hostname text
) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  config core.server_configs;
  server core.servers;
  copied core.server_configs;
  new_id integer;
begin
  perform auth.require_role(p_org_id, 'engineer');
  perform core.require_member(p_org_id, p_owner_account_id);
  select * into config from core.server_configs where org_id = p_org_id and server_config_id = p_server_config_id and archived_at is null;
  if not found then
    perform auth.fail('not_found', pg_catalog.format('There is no server config %s in this workspace.', coalesce(p_server_config_id::text, 'null')),
      pg_catalog.jsonb_build_object('field', 'p_server_config_id'));
  end if;
  select * into server from core.servers where org_id = p_org_id and hostname = p_server_hostname;
  if not found then
    perform auth.fail('not_found', pg_catalog.format('There is no server "%s" in this workspace.', p_server_hostname), pg_catalog.jsonb_build_object('field', 'p_server_hostname'),
      'Start a worker on it first: it appears here when the worker registers.');
  end if;
  -- A config belongs to its server; on another one the same way of launching is a config of that server.
  if server.server_id <> config.server_id then
    insert into core.server_configs (org_id, server_id, config_code, launch_kind, gpu_model, gpu_count, gpu_memory_gb, tensor_parallel,
      endpoint_url, endpoint_api, endpoint_api_key_encrypted, served_model_name, extra_args, description, created_by)
    values (p_org_id, server.server_id, config.config_code, config.launch_kind, config.gpu_model, config.gpu_count, config.gpu_memory_gb,
      config.tensor_parallel, config.endpoint_url, config.endpoint_api, config.endpoint_api_key_encrypted, config.served_model_name,
      config.extra_args, config.description, auth.account_id())
    on conflict (org_id, config_code, server_id) do nothing
    returning * into copied;
    if not found then
      perform auth.fail('conflict', pg_catalog.format('The server "%s" has a config "%s" already.', p_server_hostname, config.config_code),
        pg_catalog.jsonb_build_object('field', 'p_server_hostname'));
    end if;
    config := copied;
  end if;
  insert into core.server_config_instances (org_id, server_config_id, server_id, hostname)
  values (p_org_id, config.server_config_id, server.server_id, server.hostname)
  on conflict (server_config_id, server_id) do nothing returning server_config_instance_id into new_id;
  if new_id is null then
    perform auth.fail('conflict', pg_catalog.format('The config "%s" stands on the server "%s" already.', config.config_code, p_server_hostname),
      pg_catalog.jsonb_build_object('field', 'p_server_hostname'), 'list_server_config_instances shows it.');
  end if;
  perform core.audit(p_org_id, 'create_server_config_instance', 'server_config_instance', new_id::text,
    pg_catalog.jsonb_build_object('config_code', config.config_code, 'hostname', server.hostname));
  return new_id;
end
$$;
comment on function api.create_server_config_instance is 'Puts a server config on a server, so that jobs can name the two together; returns its server_config_instance_id. create_server_config has done so for its own server.';
