-- after: server_config_instances, core_require_readable
create function api.list_server_config_instances(p_org_id uuid, p_server_hostname text default null, p_limit integer default 50)
returns setof api.server_config_instances
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform core.require_readable(p_org_id);
  perform core.check_list_limit(p_limit);
  return query
    select * from api.server_config_instances v
    where v.org_id = p_org_id and (p_server_hostname is null or v.hostname = p_server_hostname)
    order by v.created_at desc, v.server_config_instance_id desc
    limit coalesce(p_limit, 50);
end
$$;
comment on function api.list_server_config_instances is 'Server configs standing ready, of a workspace or of one server, newest first; at most p_limit (1 to 500, default 50).';
