-- after: v_workloads, core_require_readable
create function api.list_workloads(p_org_id uuid, p_limit integer default 50) returns setof api.v_workloads
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform core.require_readable(p_org_id);
  perform core.check_list_limit(p_limit);
  return query select * from api.v_workloads v where v.org_id = p_org_id order by v.created_at desc, v.workload_id desc limit coalesce(p_limit, 50);
end
$$;
comment on function api.list_workloads is 'Workloads of a workspace, newest first; at most p_limit (1 to 500, default 50).';
