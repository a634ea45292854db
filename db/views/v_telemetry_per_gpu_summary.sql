create view api.v_telemetry_per_gpu_summary with (security_invoker = true) as
select
  t.job_id, t.gpu_index, t.org_id, j.project_id, j.run_id, j.job_name, j.provenance, j.server_id, j.server_hostname, j.gpu_model, j.gpu_name, t.gpu_uuid,
  t.samples, t.max_gap_s, t.coverage_pct, t.gpu_util_avg_pct, t.gpu_util_p50_pct, t.gpu_util_p95_pct, t.gpu_util_max_pct,
  t.memory_used_avg_mb / 1000 as memory_used_avg_gb, t.memory_used_max_mb / 1000 as memory_used_max_gb, t.memory_total_mb / 1000 as memory_total_gb,
  100 * t.memory_used_max_mb / nullif(t.memory_total_mb, 0) as memory_used_max_pct, t.power_avg_w, t.power_p95_w, t.power_max_w, t.power_limit_w,
  t.energy_j, t.temperature_avg_c, t.temperature_max_c, t.sm_clock_avg_mhz, t.sm_clock_min_mhz, t.is_valid, t.invalid_reasons, t.created_at
from core.telemetry_gpu_summaries t
join core.jobs j on j.job_id = t.job_id and j.org_id = t.org_id;
comment on view api.v_telemetry_per_gpu_summary is 'Telemetry of each GPU of a job over its measured window. Energy by trapezoids, interpolated at the edges of the window; null unless is_valid.';
