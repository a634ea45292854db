create function api.get_telemetry_series(p_job_id integer, p_attempt integer default null, p_from timestamptz default null,
  p_to timestamptz default null, p_buckets integer default null) returns jsonb
language plpgsql stable security definer set search_path = ''
-- Hundreds of thousands of samples are sorted in memory; compiling the plan costs more than it saves.
set work_mem = '64MB' set jit = off
as $$
declare
  -- A value in thousandths and its moment in ms are compared as one number: so an extreme keeps the moment it happened, at
  -- the cost of a minimum. It holds moments up to twelve days after the first sample; extremes beyond
  -- eight million are cut to it.
  span constant bigint := 1073741824;
  buckets_most integer := coalesce(p_buckets, 600);
  the_attempt integer := p_attempt;
  origin timestamptz;
  answer jsonb;
begin
  if not exists (select from core.jobs where job_id = p_job_id and org_id = any (auth.org_ids())) then
    perform auth.fail('not_found', pg_catalog.format('There is no job %s.', coalesce(p_job_id::text, 'null')), pg_catalog.jsonb_build_object('field', 'p_job_id'));
  end if;
  if buckets_most not between 1 and 2000 then
    perform auth.fail('validation_failed', 'p_buckets is 1 to 2,000.', pg_catalog.jsonb_build_object('field', 'p_buckets', 'value', p_buckets));
  end if;
  if p_from >= p_to then
    perform auth.fail('validation_failed', 'p_from is before p_to.', pg_catalog.jsonb_build_object('field', 'p_to'));
  end if;
  if the_attempt is null then
    select max(t.attempt) into the_attempt from core.telemetry_samples t where t.job_id = p_job_id;
  end if;
  select min(t.sampled_at) into origin from core.telemetry_samples t
  where t.job_id = p_job_id and t.attempt = the_attempt
    and t.sampled_at >= coalesce(p_from, '-infinity') and t.sampled_at <= coalesce(p_to, 'infinity');

  -- Buckets of equal count, a device at a time: a device with no more samples than buckets keeps every one of them.
  with d as (
    -- One whole number a device: sorting by it takes half as long as by its name.
    select t.*, case t.source when 'gpu' then coalesce(t.gpu_index, -3) when 'host' then -1 else -2 end as device
    from core.telemetry_samples t
    where t.job_id = p_job_id and t.attempt = the_attempt
      and t.sampled_at >= coalesce(p_from, '-infinity') and t.sampled_at <= coalesce(p_to, 'infinity')
  ),
  totals as (
    select case t.source when 'gpu' then coalesce(t.gpu_index, -3) when 'host' then -1 else -2 end as device, count(*) as total
    from core.telemetry_samples t
    where t.job_id = p_job_id and t.attempt = the_attempt
      and t.sampled_at >= coalesce(p_from, '-infinity') and t.sampled_at <= coalesce(p_to, 'infinity')
    group by device
  ),
  s as (
    select d.*, least(round(extract(epoch from d.sampled_at - origin) * 1000)::bigint, span - 1) as ms,
      d.sampled_at - lag(d.sampled_at) over w as gap, row_number() over w as nth
    from d
    window w as (partition by d.device order by d.sampled_at, d.telemetry_id)
  ),
  b as (
    select s.device, ((s.nth - 1) * least(n.total, buckets_most) / n.total)::integer as bucket, min(s.source) as source, min(s.gpu_index) as gpu_index,
      count(*) as n, max(n.total) > buckets_most as is_thinned, min(s.ms) as at_ms, max(s.gpu_uuid) as gpu_uuid,
      max(s.power_limit_w) as power_limit_w, max(s.memory_total_mb) / 1000 as memory_total_gb,
      max(round(extract(epoch from s.gap) * 1000)::bigint * span + span - 1 - s.ms) as gap,
      avg(s.gpu_util_pct) as gpu_util_pct,
      min(round(greatest(least(s.gpu_util_pct, 8e6), -8e6) * 1000)::bigint * span + s.ms) as gpu_util_pct_low,
      max(round(greatest(least(s.gpu_util_pct, 8e6), -8e6) * 1000)::bigint * span + span - 1 - s.ms) as gpu_util_pct_high,
      avg(s.power_w) as power_w,
      min(round(greatest(least(s.power_w, 8e6), -8e6) * 1000)::bigint * span + s.ms) as power_w_low,
      max(round(greatest(least(s.power_w, 8e6), -8e6) * 1000)::bigint * span + span - 1 - s.ms) as power_w_high,
      avg(s.memory_used_mb / 1000) as memory_used_gb,
      min(round(greatest(least(s.memory_used_mb / 1000, 8e6), -8e6) * 1000)::bigint * span + s.ms) as memory_used_gb_low,
      max(round(greatest(least(s.memory_used_mb / 1000, 8e6), -8e6) * 1000)::bigint * span + span - 1 - s.ms) as memory_used_gb_high,
      avg(s.temperature_c) as temperature_c,
      min(round(greatest(least(s.temperature_c, 8e6), -8e6) * 1000)::bigint * span + s.ms) as temperature_c_low,
      max(round(greatest(least(s.temperature_c, 8e6), -8e6) * 1000)::bigint * span + span - 1 - s.ms) as temperature_c_high,
      avg(s.sm_clock_mhz) as sm_clock_mhz,
      min(round(greatest(least(s.sm_clock_mhz, 8e6), -8e6) * 1000)::bigint * span + s.ms) as sm_clock_mhz_low,
      max(round(greatest(least(s.sm_clock_mhz, 8e6), -8e6) * 1000)::bigint * span + span - 1 - s.ms) as sm_clock_mhz_high,
      avg(s.engine_running) as engine_running,
      min(round(greatest(least(s.engine_running, 8e6), -8e6) * 1000)::bigint * span + s.ms) as engine_running_low,
      max(round(greatest(least(s.engine_running, 8e6), -8e6) * 1000)::bigint * span + span - 1 - s.ms) as engine_running_high,
      avg(s.engine_waiting) as engine_waiting,
      min(round(greatest(least(s.engine_waiting, 8e6), -8e6) * 1000)::bigint * span + s.ms) as engine_waiting_low,
      max(round(greatest(least(s.engine_waiting, 8e6), -8e6) * 1000)::bigint * span + span - 1 - s.ms) as engine_waiting_high,
      avg(s.kv_cache_pct) as kv_cache_pct,
      min(round(greatest(least(s.kv_cache_pct, 8e6), -8e6) * 1000)::bigint * span + s.ms) as kv_cache_pct_low,
      max(round(greatest(least(s.kv_cache_pct, 8e6), -8e6) * 1000)::bigint * span + span - 1 - s.ms) as kv_cache_pct_high,
      avg(s.cpu_pct) as cpu_pct,
      min(round(greatest(least(s.cpu_pct, 8e6), -8e6) * 1000)::bigint * span + s.ms) as cpu_pct_low,
      max(round(greatest(least(s.cpu_pct, 8e6), -8e6) * 1000)::bigint * span + span - 1 - s.ms) as cpu_pct_high
    from s join totals n on n.device = s.device
    group by s.device, bucket
  ),
  m as (
    select b.device, x.metric, pg_catalog.jsonb_build_object(
        'mean', pg_catalog.jsonb_agg(round(x.mean::numeric, 4)::double precision order by b.bucket),
        'min', case when b.is_thinned then pg_catalog.jsonb_agg((x.low >> 30) / 1000::double precision order by b.bucket) end,
        'min_at_ms', case when b.is_thinned then pg_catalog.jsonb_agg(x.low & (span - 1) order by b.bucket) end,
        'max', case when b.is_thinned then pg_catalog.jsonb_agg((x.high >> 30) / 1000::double precision order by b.bucket) end,
        'max_at_ms', case when b.is_thinned then pg_catalog.jsonb_agg(span - 1 - (x.high & (span - 1)) order by b.bucket) end
      ) as series
    from b cross join lateral (values
      ('gpu', 'gpu_util_pct', b.gpu_util_pct, b.gpu_util_pct_low, b.gpu_util_pct_high),
      ('gpu', 'power_w', b.power_w, b.power_w_low, b.power_w_high),
      ('gpu', 'memory_used_gb', b.memory_used_gb, b.memory_used_gb_low, b.memory_used_gb_high),
      ('gpu', 'temperature_c', b.temperature_c, b.temperature_c_low, b.temperature_c_high),
      ('gpu', 'sm_clock_mhz', b.sm_clock_mhz, b.sm_clock_mhz_low, b.sm_clock_mhz_high),
      ('engine', 'engine_running', b.engine_running, b.engine_running_low, b.engine_running_high),
      ('engine', 'engine_waiting', b.engine_waiting, b.engine_waiting_low, b.engine_waiting_high),
      ('engine', 'kv_cache_pct', b.kv_cache_pct, b.kv_cache_pct_low, b.kv_cache_pct_high),
      ('host', 'cpu_pct', b.cpu_pct, b.cpu_pct_low, b.cpu_pct_high)
    ) x (source, metric, mean, low, high)
    where x.source = b.source
    group by b.device, x.metric, b.is_thinned
    having count(x.mean) > 0
  ),
  devices as (
    select b.device, min(b.source) as source, min(b.gpu_index) as gpu_index, max(b.gpu_uuid) as gpu_uuid, sum(b.n)::integer as samples, count(*)::integer as buckets, bool_or(b.is_thinned) as is_thinned,
      max(b.power_limit_w) as power_limit_w, max(b.memory_total_gb) as memory_total_gb, max(b.gap) as gap,
      pg_catalog.jsonb_agg(b.at_ms order by b.bucket) as at_ms, pg_catalog.jsonb_agg(b.n order by b.bucket) as counts
    from b group by b.device
  )
  select pg_catalog.jsonb_build_object(
    'job_id', p_job_id, 'attempt', the_attempt, 'buckets_most', buckets_most, 'origin_at', origin,
    'sample_count', coalesce(sum(d.samples), 0), 'bucket_count', coalesce(sum(d.buckets), 0),
    'devices', coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
      'source', d.source, 'gpu_index', d.gpu_index, 'gpu_uuid', d.gpu_uuid, 'samples', d.samples, 'is_thinned', d.is_thinned,
      'power_limit_w', d.power_limit_w, 'memory_total_gb', d.memory_total_gb,
      'max_gap_s', (d.gap >> 30) / 1000::double precision,
      -- The silence ends with the sample that is known; it began that much earlier.
      'max_gap_at_ms', span - 1 - (d.gap & (span - 1)) - (d.gap >> 30),
      'at_ms', d.at_ms, 'counts', d.counts,
      'metrics', coalesce((
        select pg_catalog.jsonb_object_agg(m.metric, m.series) from m
        where m.device = d.device
      ), '{}')
    ) order by d.source, d.gpu_index), '[]')
  ) into answer
  from devices d;
  return answer;
end
$$;
comment on function api.get_telemetry_series is 'Samples of a job''s attempt, thinned to at most p_buckets (600; at most 2,000) a device: mean, least and most of each with the moments of the extremes, so no spike is lost.';
