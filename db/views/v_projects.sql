create view api.v_projects with (security_invoker = true) as
select
  p.project_id, p.org_id, p.project_name, p.description, p.owner_account_id, a.display_name as owner_name, o.is_reference,
  (select count(*) from core.runs r where r.project_id = p.project_id)::integer as run_count,
  coalesce(s.job_count, 0)::integer as job_count, coalesce(s.active_count, 0)::integer as active_count,
  coalesce(s.completed_count, 0)::integer as completed_count, coalesce(s.failed_count, 0)::integer as failed_count,
  s.provenances, coalesce(s.last_activity_at, p.created_at) as last_activity_at, p.created_at
from core.projects p
join core.organizations o using (org_id)
left join core.accounts a on a.account_id = p.owner_account_id
left join lateral (
  select
    count(*) as job_count,
    count(*) filter (where j.status_code in ('pending', 'queued', 'running')) as active_count,
    count(*) filter (where j.status_code = 'completed') as completed_count,
    count(*) filter (where j.status_code = 'failed') as failed_count,
    array_agg(distinct j.provenance) as provenances,
    max(greatest(j.status_changed_at, j.created_at)) as last_activity_at
  from core.jobs j where j.project_id = p.project_id
) s on true
where p.archived_at is null;
comment on view api.v_projects is 'Projects with counts of their runs and jobs.';
