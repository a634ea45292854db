-- after: v_job_current_status
create function api.list_jobs_filtered(
  p_project_id integer default null, p_status_code text default null, p_owner_account_id uuid default null, p_limit integer default 50
) returns setof api.v_job_current_status
language plpgsql stable security invoker set search_path = ''
as $$
begin
  if p_limit not between 1 and 500 then
    perform auth.fail('validation_failed', 'p_limit is 1 to 500.', pg_catalog.jsonb_build_object('field', 'p_limit', 'value', p_limit));
  end if;
  if p_status_code is not null and p_status_code not in ('pending', 'queued', 'running', 'completed', 'failed', 'cancelled') then
    perform auth.fail('validation_failed', pg_catalog.format('Unknown status "%s".', p_status_code), pg_catalog.jsonb_build_object('field', 'p_status_code'),
      'One of pending, queued, running, completed, failed, cancelled.');
  end if;
  return query
    select * from api.v_job_current_status v
    where (p_project_id is null or v.project_id = p_project_id)
      and (p_status_code is null or v.status_code = p_status_code)
      and (p_owner_account_id is null or v.owner_account_id = p_owner_account_id)
    order by v.created_at desc, v.job_id desc
    limit coalesce(p_limit, 50);
end
$$;
comment on function api.list_jobs_filtered is 'Jobs of the caller''s workspaces, newest first; at most p_limit (1 to 500, default 50).';
