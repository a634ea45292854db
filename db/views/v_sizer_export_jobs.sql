create view api.v_sizer_export_jobs with (security_invoker = true) as
select e.export_job_id, e.org_id, e.action, e.status as status_code, e.requested_by, a.display_name as requested_by_name, e.jobs as job_count,
  e.accepted as accepted_count, e.refused, e.model_version, e.error as error_message, e.created_at, e.started_at, e.finished_at
from core.sizer_export_jobs e
left join core.accounts a on a.account_id = e.requested_by;
comment on view api.v_sizer_export_jobs is 'Exports of results to the sizer, their withdrawals, and trainings.';
