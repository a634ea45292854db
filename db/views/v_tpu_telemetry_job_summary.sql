create view api.v_tpu_telemetry_job_summary with (security_invoker = true) as
select
  t.job_id, t.org_id, j.project_id, p.project_name, j.run_id, r.run_name, j.job_name, j.provenance, t.attempt, t.server_id, j.server_hostname,
  j.model_code, j.gpu_model as tpu_model, g.display_name as tpu_name, t.window_from, t.window_to, t.gpu_count_expected as chip_count_expected,
  t.gpu_count_seen as chip_count_seen, t.samples, t.max_gap_s, t.coverage_pct, t.gpu_util_avg_pct as duty_cycle_avg_pct,
  t.gpu_util_max_pct as duty_cycle_max_pct, t.memory_used_avg_mb / 1000 as hbm_used_avg_gb, t.memory_used_max_mb / 1000 as hbm_used_max_gb,
  t.memory_total_mb / 1000 as hbm_total_gb, t.power_total_avg_w, t.energy_j, t.is_valid, t.invalid_reasons, t.created_at
from core.telemetry_job_summaries t
join core.jobs j on j.job_id = t.job_id and j.org_id = t.org_id
join core.projects p on p.project_id = j.project_id
join core.runs r on r.run_id = j.run_id
join core.gpu_models g on g.gpu_model = j.gpu_model and g.vendor = 'google';
comment on view api.v_tpu_telemetry_job_summary is 'Telemetry of jobs on TPUs over the measured window: duty cycle and HBM per chip.';
