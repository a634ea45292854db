create function api.record_server_config_instance_heartbeat(p_server_config_instance_id integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  i core.server_config_instances;
begin
  select * into i from core.server_config_instances where server_config_instance_id = p_server_config_instance_id;
  if not found or not (
      i.org_id = any (auth.org_ids())
      or exists (select from core.workers w where w.worker_id = auth.worker_id() and w.server_id = i.server_id)) then
    perform auth.fail('not_found', pg_catalog.format('There is no server config instance %s.', coalesce(p_server_config_instance_id::text, 'null')),
      pg_catalog.jsonb_build_object('field', 'p_server_config_instance_id'));
  end if;
  if auth.worker_id() is null then
    perform auth.require_role(i.org_id, 'engineer');
  end if;
  update core.server_config_instances set last_heartbeat_at = now() where server_config_instance_id = p_server_config_instance_id returning * into i;
  return pg_catalog.jsonb_build_object('server_config_instance_id', i.server_config_instance_id, 'last_heartbeat_at', i.last_heartbeat_at);
end
$$;
comment on function api.record_server_config_instance_heartbeat is 'Called by the server agent: says that this config stands ready on its server.';
