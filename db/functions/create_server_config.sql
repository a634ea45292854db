-- after: core_is_http_address, core_require_member
create function api.create_server_config(
  p_org_id uuid, p_owner_account_id uuid, p_config_code text, p_server_hostname text, p_launch_kind text,
  p_gpu_model text default null, p_gpu_count integer default null, p_gpu_memory_gb numeric default null,
  p_tensor_parallel integer default null, p_endpoint_url text default null, p_endpoint_api text default 'completions',
  p_endpoint_api_key text default null, p_served_model_name text default null, p_extra_args text[] default '{}',
  p_description text default null
) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  the_server core.servers;
  new_id integer;
begin
  perform auth.require_role(p_org_id, 'engineer');
  perform core.require_member(p_org_id, p_owner_account_id);
  if p_config_code is null or p_config_code !~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$' then
    perform auth.fail('validation_failed', 'A config code has 1 to 100 letters, digits, dots, dashes or underscores.', pg_catalog.jsonb_build_object('field', 'p_config_code'));
  end if;
  if p_launch_kind is null or p_launch_kind not in ('simulated', 'endpoint', 'process') then
    perform auth.fail('validation_failed', 'p_launch_kind is simulated, endpoint or process.', pg_catalog.jsonb_build_object('field', 'p_launch_kind'));
  end if;
  if p_launch_kind = 'endpoint' and (p_endpoint_url is null or p_endpoint_url !~ '^https?://[^[:space:]/]+') then
    perform auth.fail('validation_failed', 'An endpoint config needs the address of a running server.', pg_catalog.jsonb_build_object('field', 'p_endpoint_url'),
      'For example http://127.0.0.1:8000, without /v1.');
  end if;
  if p_launch_kind = 'endpoint' and pg_catalog.regexp_replace(p_endpoint_url, '^https?://', '') ~ '^[^/]*@' then
    perform auth.fail('validation_failed', 'The address must not hold a name or password: everyone in the workspace sees it.',
      pg_catalog.jsonb_build_object('field', 'p_endpoint_url'), 'Put the key into the API key field.');
  end if;
  if p_launch_kind = 'endpoint' and not core.is_http_address(p_endpoint_url) then
    perform auth.fail('validation_failed', 'The address is not one that a worker can reach: host, port (1 to 65535) and path, nothing after ? or #.',
      pg_catalog.jsonb_build_object('field', 'p_endpoint_url'), 'For example http://127.0.0.1:8000, without /v1.');
  end if;
  if exists (select from pg_catalog.unnest(p_extra_args) a where a is null or a ~ '[[:cntrl:]]') then
    perform auth.fail('validation_failed', 'Extra arguments are texts without control characters.', pg_catalog.jsonb_build_object('field', 'p_extra_args'));
  end if;
  if p_gpu_memory_gb <= 0 or p_gpu_memory_gb > 100000 then
    perform auth.fail('validation_failed', 'p_gpu_memory_gb is more than 0 and at most 100,000.', pg_catalog.jsonb_build_object('field', 'p_gpu_memory_gb'));
  end if;
  if p_launch_kind <> 'endpoint' and (p_endpoint_url is not null or p_endpoint_api_key is not null) then
    perform auth.fail('validation_failed', 'Only an endpoint config has an address and a key.', pg_catalog.jsonb_build_object('field', 'p_endpoint_url'));
  end if;
  -- The API process has sealed it: what arrives in the clear came around that process.
  if p_endpoint_api_key is not null and p_endpoint_api_key not like 'enc:v1:%' then
    perform auth.fail('validation_failed', 'An API key can be stored by the platform''s own API only.', pg_catalog.jsonb_build_object('field', 'p_endpoint_api_key'));
  end if;
  if p_endpoint_api is null or p_endpoint_api not in ('completions', 'chat') then
    perform auth.fail('validation_failed', 'p_endpoint_api is completions or chat.', pg_catalog.jsonb_build_object('field', 'p_endpoint_api'));
  end if;
  if p_gpu_model is not null and not exists (select from core.gpu_models where gpu_model = p_gpu_model) then
    perform auth.fail('validation_failed', pg_catalog.format('"%s" is not in the GPU catalog.', p_gpu_model), pg_catalog.jsonb_build_object('field', 'p_gpu_model'),
      'Leave it empty when the hardware is not known.');
  end if;
  if p_launch_kind = 'simulated' and (p_gpu_model is null or p_gpu_count is null) then
    perform auth.fail('validation_failed', 'The simulated engine needs to know which GPU it plays, and how many.', pg_catalog.jsonb_build_object('field', 'p_gpu_model'));
  end if;
  if p_gpu_count is not null and p_gpu_count not between 1 and 4096 then
    perform auth.fail('validation_failed', 'p_gpu_count is 1 to 4096.', pg_catalog.jsonb_build_object('field', 'p_gpu_count'));
  end if;
  select * into the_server from core.servers where org_id = p_org_id and hostname = p_server_hostname;
  if not found then
    perform auth.fail('not_found', pg_catalog.format('There is no server "%s" in this workspace.', p_server_hostname), pg_catalog.jsonb_build_object('field', 'p_server_hostname'),
      'Start a worker on it first: it appears here when the worker registers.');
  end if;
  if exists (select from core.server_configs where org_id = p_org_id and server_id = the_server.server_id and config_code = p_config_code) then
    perform auth.fail('conflict', pg_catalog.format('The server "%s" has a config "%s" already.', p_server_hostname, p_config_code), pg_catalog.jsonb_build_object('field', 'p_config_code'));
  end if;
  insert into core.server_configs (org_id, server_id, config_code, launch_kind, gpu_model, gpu_count, gpu_memory_gb, tensor_parallel,
    endpoint_url, endpoint_api, endpoint_api_key_encrypted, served_model_name, extra_args, description, created_by)
  values (p_org_id, the_server.server_id, p_config_code, p_launch_kind, p_gpu_model, p_gpu_count,
    coalesce(p_gpu_memory_gb, (select memory_gb from core.gpu_models where gpu_model = p_gpu_model)), p_tensor_parallel,
    pg_catalog.rtrim(p_endpoint_url, '/'), p_endpoint_api, p_endpoint_api_key, p_served_model_name, coalesce(p_extra_args, '{}'), p_description, auth.account_id())
  returning server_config_id into new_id;
  insert into core.server_config_instances (org_id, server_config_id, server_id, hostname)
  values (p_org_id, new_id, the_server.server_id, the_server.hostname);
  perform core.audit(p_org_id, 'create_server_config', 'server_config', new_id::text,
    pg_catalog.jsonb_build_object('config_code', p_config_code, 'launch_kind', p_launch_kind));
  return new_id;
end
$$;
comment on function api.create_server_config is 'Adds a way to bring a model server up on a server: the simulated engine, a running endpoint, or a launched process. p_endpoint_api_key arrives encrypted by the API process.';
