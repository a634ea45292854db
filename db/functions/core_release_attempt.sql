create or replace function core.release_attempt(p_job_id integer, p_attempt integer, p_outcome text, p_error_code text, p_message text, p_retryable boolean)
returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  j core.jobs;
  next_status text;
begin
  select * into strict j from core.jobs where job_id = p_job_id for update;
  update core.job_attempts set outcome = p_outcome, error_code = p_error_code, error_message = p_message, ended_at = now()
  where job_id = p_job_id and attempt = p_attempt and outcome is null;
  if not found or j.status_code in ('completed', 'failed', 'cancelled') then
    return j.status_code;
  end if;
  next_status := case
    when j.cancel_requested_at is not null or p_outcome = 'cancelled' then 'cancelled'
    when p_retryable and j.attempt_count < j.max_attempts then 'pending'
    else 'failed' end;
  update core.jobs set
    error_code = case when next_status = 'cancelled' then 'cancelled' else p_error_code end,
    error_message = case
      when next_status = 'cancelled' then 'Cancelled on request.'
      when next_status = 'failed' and p_retryable then pg_catalog.format('%s (attempt %s of %s; no more are tried)', p_message, j.attempt_count, j.max_attempts)
      when next_status = 'pending' then null
      else p_message end,
    not_before = case when next_status = 'pending' then now() + interval '5 seconds' end
  where job_id = p_job_id;
  perform core.set_job_status(p_job_id, next_status, null,
    case when next_status = 'pending' then pg_catalog.format('Attempt %s ended: %s It will be tried again.', p_attempt, p_message) else p_message end);
  return next_status;
end
$$;
comment on function core.release_attempt is 'Ends an attempt that gave no result: back to pending while attempts remain and the fault was the machine''s, else failed or cancelled. Answers the job''s status.';
