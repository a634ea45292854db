-- after: v_project_runs_with_status
create view api.v_project_run_current_status with (security_invoker = true) as
select
  s.run_id, s.org_id, s.project_id, s.project_name, s.run_name, s.created_by_name, s.status_code, s.job_count, s.pending_count, s.running_count,
  s.completed_count, s.failed_count, s.cancelled_count,
  (s.completed_count + s.failed_count + s.cancelled_count)::double precision / nullif(s.job_count, 0) as progress,
  c.job_id as current_job_id, c.job_name as current_job_name, c.status_code as current_job_status_code, c.phase_code as current_phase_code,
  f.job_id as last_failed_job_id, f.error_code as last_error_code, f.error_message as last_error_message, t.started_at, t.finished_at,
  s.last_activity_at, s.created_at
from api.v_project_runs_with_status s
left join lateral (
  select j.job_id, j.job_name, j.status_code, j.phase_code from core.jobs j
  where j.run_id = s.run_id and j.status_code in ('queued', 'running') order by j.started_at, j.job_id limit 1
) c on true
left join lateral (
  select j.job_id, j.error_code, j.error_message from core.jobs j
  where j.run_id = s.run_id and j.status_code = 'failed' order by j.finished_at desc nulls last, j.job_id desc limit 1
) f on true
left join lateral (
  select min(j.started_at) as started_at, case when s.pending_count + s.running_count = 0 then max(j.finished_at) end as finished_at
  from core.jobs j where j.run_id = s.run_id
) t on true;
comment on view api.v_project_run_current_status is 'Where each run stands now: counts, the job under way and its phase, the last failure, when it started and ended.';
