create or replace function core.set_job_status(p_job_id integer, p_status text, p_phase text default null, p_message text default null)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  j core.jobs;
begin
  select * into strict j from core.jobs where job_id = p_job_id for update;
  if j.status_code = p_status and j.phase_code is not distinct from p_phase then
    return;
  end if;
  update core.jobs set
    status_code = p_status,
    phase_code = p_phase,
    status_changed_at = case when status_code = p_status then status_changed_at else now() end,
    progress = case when status_code = p_status then progress end,
    started_at = case when p_status = 'running' then coalesce(started_at, now()) when p_status = 'pending' then null else started_at end,
    finished_at = case when p_status in ('completed', 'failed', 'cancelled') then now() end
  where job_id = p_job_id;
  insert into core.job_status_history (org_id, job_id, attempt, status_code, phase_code, message)
  values (j.org_id, p_job_id, nullif(j.attempt_count, 0), p_status, p_phase, p_message);
end
$$;
comment on function core.set_job_status is 'Moves a job to a status and phase and keeps the history; nothing happens when it is there already.';
