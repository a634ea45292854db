create view api.v_job_current_status with (security_invoker = true) as
select
  j.job_id, j.org_id, j.project_id, p.project_name, j.run_id, r.run_name, j.job_name, j.tool_code, j.status_code, j.phase_code, j.progress,
  j.status_changed_at as status_at, j.error_code, j.error_message, j.cancel_requested_at, j.attempt_count, j.max_attempts, j.provenance,
  j.framework_code, j.framework_version, j.model_code, j.quantization_code, j.server_id, j.server_hostname, j.config_code, j.gpu_model,
  j.gpu_name, g.vendor as gpu_vendor, g.architecture as gpu_architecture, j.gpu_count, j.concurrency, j.input_sequence_length, j.output_sequence_length, j.owner_account_id, a.display_name as owner_name,
  j.created_at, j.started_at, j.finished_at
from core.jobs j
join core.projects p using (project_id)
join core.runs r on r.run_id = j.run_id
left join core.gpu_models g on g.gpu_model = j.gpu_model
left join core.accounts a on a.account_id = j.owner_account_id;
comment on view api.v_job_current_status is 'Every job with its present status, phase and parameters.';
