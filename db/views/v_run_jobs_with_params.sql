create view api.v_run_jobs_with_params with (security_invoker = true) as
select
  j.run_id, j.job_id, j.org_id, j.project_id, p.project_name, r.run_name, j.job_name, j.tool_code, j.status_code, j.phase_code, j.progress,
  j.status_changed_at as status_at, j.error_code, j.error_message, j.provenance, j.framework_code, j.framework_version, j.model_code,
  j.quantization_code, j.server_id, j.server_hostname, j.config_code, j.gpu_model, j.gpu_name, g.vendor as gpu_vendor, g.architecture as gpu_architecture, j.gpu_count, j.concurrency, j.input_sequence_length,
  j.output_sequence_length, j.options, x.tokens_per_sec, x.tokens_per_sec_per_gpu, x.tokens_per_sec_per_user, x.requests_per_sec,
  x.ttft_mean_ms, x.ttft_p50_ms, x.ttft_p99_ms, x.tpot_mean_ms, x.tpot_p50_ms, x.tpot_p99_ms, x.e2e_mean_ms, x.e2e_p50_ms, x.e2e_p99_ms,
  x.statistic, x.success_rate, x.duration_s, x.is_valid, x.citation, j.created_at, j.started_at, j.finished_at
from core.jobs j
join core.projects p using (project_id)
join core.runs r on r.run_id = j.run_id
left join core.gpu_models g on g.gpu_model = j.gpu_model
left join core.results x on x.job_id = j.job_id and x.org_id = j.org_id;
comment on view api.v_run_jobs_with_params is 'Jobs of a run with their parameters and, once completed, their main figures.';
