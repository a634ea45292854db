create view api.v_project_runs_with_status with (security_invoker = true) as
select
  r.run_id, r.org_id, r.project_id, p.project_name, r.run_name, a.display_name as created_by_name,
  coalesce(s.job_count, 0)::integer as job_count, coalesce(s.pending_count, 0)::integer as pending_count,
  coalesce(s.running_count, 0)::integer as running_count, coalesce(s.completed_count, 0)::integer as completed_count,
  coalesce(s.failed_count, 0)::integer as failed_count, coalesce(s.cancelled_count, 0)::integer as cancelled_count,
  case
    when s.job_count is null then 'pending'
    when s.running_count > 0 then 'running'
    when s.pending_count > 0 then case when s.completed_count + s.failed_count > 0 then 'running' else 'pending' end
    when s.failed_count > 0 then 'failed'
    when s.completed_count > 0 then 'completed'
    else 'cancelled' end as status_code,
  s.models, s.gpus, s.provenances, s.last_activity_at, r.created_at
from core.runs r
join core.projects p using (project_id)
left join core.accounts a on a.account_id = r.created_by
left join lateral (
  select
    nullif(count(*), 0) as job_count,
    count(*) filter (where j.status_code = 'pending') as pending_count,
    count(*) filter (where j.status_code in ('queued', 'running')) as running_count,
    count(*) filter (where j.status_code = 'completed') as completed_count,
    count(*) filter (where j.status_code = 'failed') as failed_count,
    count(*) filter (where j.status_code = 'cancelled') as cancelled_count,
    array_agg(distinct j.model_code) as models,
    array_agg(distinct coalesce(j.gpu_name, j.gpu_model)) filter (where coalesce(j.gpu_name, j.gpu_model) is not null) as gpus,
    array_agg(distinct j.provenance) as provenances,
    max(greatest(j.status_changed_at, j.created_at)) as last_activity_at
  from core.jobs j where j.run_id = r.run_id
) s on true;
comment on view api.v_project_runs_with_status is 'Runs of a project with counts of their jobs by status; a run with a failed job and none left to do is failed.';
