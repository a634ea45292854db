-- after: v_job_current_status, core_require_readable
create function api.list_jobs(p_org_id uuid, p_run_id integer default null, p_limit integer default 50) returns setof api.v_job_current_status
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform core.require_readable(p_org_id);
  perform core.check_list_limit(p_limit);
  return query
    select * from api.v_job_current_status v
    where v.org_id = p_org_id and (p_run_id is null or v.run_id = p_run_id)
    order by v.created_at desc, v.job_id desc
    limit coalesce(p_limit, 50);
end
$$;
comment on function api.list_jobs is 'Jobs of a workspace or of one run of it, newest first; at most p_limit (1 to 500, default 50).';
