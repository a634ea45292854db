create function api.get_job_status(p_job_id integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  j core.jobs;
begin
  select * into j from core.jobs where job_id = p_job_id and org_id = any (auth.org_ids());
  if not found then
    perform auth.fail('not_found', pg_catalog.format('There is no job %s.', coalesce(p_job_id::text, 'null')), pg_catalog.jsonb_build_object('field', 'p_job_id'));
  end if;
  return pg_catalog.jsonb_build_object('job_id', j.job_id, 'status_code', j.status_code, 'status_at', j.status_changed_at, 'phase_code', j.phase_code,
    'progress', j.progress, 'error_code', j.error_code, 'error_message', j.error_message, 'cancel_requested_at', j.cancel_requested_at,
    'attempt_count', j.attempt_count);
end
$$;
comment on function api.get_job_status is 'Current status of a job, since when, and why it failed if it did.';
