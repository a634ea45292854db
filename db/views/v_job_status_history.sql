create view api.v_job_status_history with (security_invoker = true) as
select h.job_status_id, h.org_id, h.job_id, j.run_id, j.project_id, j.server_id, j.job_name, h.attempt, h.status_code, h.phase_code, h.message, h.created_at
from core.job_status_history h
join core.jobs j on j.job_id = h.job_id and j.org_id = h.org_id;
comment on view api.v_job_status_history is 'Every status and phase a job had, in order of job_status_id.';
