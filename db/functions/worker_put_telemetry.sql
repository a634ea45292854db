-- after: core_worker_guard
create function api.worker_put_telemetry(p_job_id integer, p_attempt integer, p_lease_token text, p_batch_id uuid, p_rows jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  a core.job_attempts := core.leased_attempt(p_job_id, p_attempt, p_lease_token);
  the_server_id integer := (select server_id from core.workers where worker_id = a.worker_id);
  n integer := pg_catalog.jsonb_array_length(p_rows);
begin
  insert into core.telemetry_batches (batch_id, org_id, job_id, row_count) values (p_batch_id, a.org_id, p_job_id, n)
  on conflict (batch_id) do nothing;
  if not found then
    return pg_catalog.jsonb_build_object('accepted', 0);
  end if;
  insert into core.telemetry_samples (org_id, job_id, attempt, server_id, sampled_at, source, gpu_index, gpu_uuid, gpu_util_pct,
    memory_used_mb, memory_total_mb, power_w, power_limit_w, temperature_c, sm_clock_mhz, cpu_pct, engine_running, engine_waiting, kv_cache_pct)
  select a.org_id, p_job_id, p_attempt, the_server_id, r.at, r.source, r.gpu_index, r.gpu_uuid, r.gpu_util_pct,
    r.memory_used_mb, r.memory_total_mb, r.power_w, r.power_limit_w, r.temperature_c, r.sm_clock_mhz, r.cpu_pct, r.engine_running,
    r.engine_waiting, r.kv_cache_pct
  from pg_catalog.jsonb_to_recordset(p_rows) as r(
    at timestamptz, source text, gpu_index integer, gpu_uuid text, gpu_util_pct double precision, memory_used_mb double precision,
    memory_total_mb double precision, power_w double precision, power_limit_w double precision, temperature_c double precision,
    sm_clock_mhz double precision, cpu_pct double precision, engine_running double precision, engine_waiting double precision,
    kv_cache_pct double precision);
  return pg_catalog.jsonb_build_object('accepted', n);
end
$$;
comment on function api.worker_put_telemetry is 'Stores a batch of samples once, however often it is sent.';
