-- after: core_release_attempt, core_set_job_status
create function api.cancel_job(p_job_id integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  j core.jobs;
begin
  -- The open attempt first, then the job: the order in which a worker's calls lock them.
  perform 1 from core.job_attempts a join core.jobs b using (job_id)
  where a.job_id = p_job_id and a.outcome is null and b.org_id = any (auth.org_ids())
  for update of a;
  select * into j from core.jobs where job_id = p_job_id and org_id = any (auth.org_ids()) for update;
  if not found then
    perform auth.fail('not_found', pg_catalog.format('There is no job %s.', coalesce(p_job_id::text, 'null')), pg_catalog.jsonb_build_object('field', 'p_job_id'));
  end if;
  perform auth.require_role(j.org_id, 'engineer');
  if j.status_code in ('completed', 'failed', 'cancelled') then
    perform auth.fail('conflict', pg_catalog.format('Job %s has ended already: %s.', p_job_id, j.status_code), pg_catalog.jsonb_build_object('status_code', j.status_code));
  end if;
  update core.jobs set cancel_requested_at = coalesce(cancel_requested_at, now()), cancel_requested_by = coalesce(cancel_requested_by, auth.account_id())
  where job_id = p_job_id;
  if j.status_code = 'pending' then
    update core.jobs set error_code = 'cancelled', error_message = 'Cancelled on request.' where job_id = p_job_id;
    perform core.set_job_status(p_job_id, 'cancelled', null, 'Cancelled before it started.');
  elsif j.status_code = 'queued' then
    perform core.release_attempt(p_job_id, j.attempt_count, 'cancelled', 'cancelled', 'Cancelled before it started.', false);
  else
    insert into core.job_status_history (org_id, job_id, attempt, status_code, phase_code, message)
    select j.org_id, p_job_id, j.attempt_count, j.status_code, j.phase_code, 'Cancel requested; the worker is told at its next sync.'
    where j.cancel_requested_at is null;
  end if;
  perform core.audit(j.org_id, 'cancel_job', 'job', p_job_id::text);
  select * into j from core.jobs where job_id = p_job_id;
  return pg_catalog.jsonb_build_object('job_id', p_job_id, 'status_code', j.status_code, 'cancel_requested_at', j.cancel_requested_at);
end
$$;
comment on function api.cancel_job is 'Cancels a job: at once when it waits; a running one is signalled and becomes cancelled when its worker confirms or its lease ends.';
