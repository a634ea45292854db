create view api.v_telemetry_with_server with (security_invoker = true) as
select t.telemetry_id, t.org_id, t.job_id, j.job_name, j.run_id, j.project_id, t.attempt, t.server_id, s.hostname, t.sampled_at, t.source,
  t.gpu_index, t.gpu_uuid, t.gpu_util_pct, t.memory_used_mb / 1000 as memory_used_gb, t.memory_total_mb / 1000 as memory_total_gb, t.power_w,
  t.power_limit_w, t.temperature_c, t.sm_clock_mhz, t.cpu_pct, t.engine_running, t.engine_waiting, t.kv_cache_pct, t.sampled_at as created_at
from core.telemetry_samples t
join core.jobs j on j.job_id = t.job_id and j.org_id = t.org_id
left join core.servers s on s.server_id = t.server_id;
comment on view api.v_telemetry_with_server is 'Raw samples of GPU, host and engine while a job ran. Memory in GB (decimal), power in W, temperature in °C.';
