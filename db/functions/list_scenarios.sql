-- after: v_scenarios, core_require_readable, core_find_named
create function api.list_scenarios(p_org_id uuid, p_workload_code text default null, p_limit integer default 50) returns setof api.v_scenarios
language plpgsql stable security definer set search_path = ''
as $$
declare
  only_workload integer;
begin
  perform core.require_readable(p_org_id);
  perform core.check_list_limit(p_limit);
  if p_workload_code is not null then
    only_workload := (core.find_workload(p_org_id, p_workload_code)).workload_id;
  end if;
  return query
    select * from api.v_scenarios v
    where v.org_id = p_org_id and (only_workload is null or v.workload_id = only_workload)
    order by v.workload_id desc, v.input_sequence_length, v.output_sequence_length, v.concurrency
    limit coalesce(p_limit, 50);
end
$$;
comment on function api.list_scenarios is 'Scenarios of a workspace or of one workload, by lengths and concurrency; at most p_limit (1 to 500, default 50).';
