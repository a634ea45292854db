create view api.v_telemetry_job_summary with (security_invoker = true) as
select
  t.job_id, t.org_id, j.project_id, p.project_name, j.run_id, r.run_name, j.job_name, j.provenance, t.attempt, t.server_id, j.server_hostname,
  j.config_code, j.model_code, j.gpu_model, j.gpu_name, t.window_from, t.window_to, extract(epoch from t.window_to - t.window_from)::double precision as duration_s,
  t.gpu_count_expected, t.gpu_count_seen, t.samples, t.max_gap_s, t.coverage_pct, t.gpu_util_avg_pct, t.gpu_util_max_pct, t.gpu_util_imbalance_pct,
  t.memory_used_avg_mb / 1000 as memory_used_avg_gb, t.memory_used_max_mb / 1000 as memory_used_max_gb, t.memory_total_mb / 1000 as memory_total_gb,
  100 * t.memory_used_max_mb / nullif(t.memory_total_mb, 0) as memory_used_max_pct, t.power_total_avg_w, t.energy_j,
  t.energy_j / k.output_tokens as joules_per_token, t.energy_j / k.all_tokens as joules_per_total_token, t.energy_j / k.requests as joules_per_request,
  k.output_tokens / nullif(t.energy_j, 0) as tokens_per_joule, t.temperature_max_c, t.sm_clock_avg_mhz, t.cpu_avg_pct, t.engine_running_avg,
  t.engine_waiting_avg, t.engine_waiting_max, t.kv_cache_avg_pct, t.kv_cache_max_pct, t.is_valid, t.invalid_reasons, t.created_at
from core.telemetry_job_summaries t
join core.jobs j on j.job_id = t.job_id and j.org_id = t.org_id
join core.projects p on p.project_id = j.project_id
join core.runs r on r.run_id = j.run_id
left join lateral (
  -- Tokens of the window are throughput x duration: requests handed over from the warm-up gave some of them.
  select nullif(x.tokens_per_sec * w.s, 0) as output_tokens, nullif(x.total_tokens_per_sec * w.s, 0) as all_tokens, nullif(x.requests_per_sec * w.s, 0) as requests
  from core.results x, (select extract(epoch from t.window_to - t.window_from)::double precision as s) w
  where x.job_id = t.job_id
) k on true;
comment on view api.v_telemetry_job_summary is 'Telemetry of a job over its measured window, model load and warm-up left out. Energy sums all GPUs and is null unless is_valid; invalid_reasons say why.';
