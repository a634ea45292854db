create or replace function core.summarize_telemetry(p_job_id integer) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- A hole longer than this is not bridged: power may have been anything in it.
  gap_limit_s constant double precision := 3;
  x core.results;
  j core.jobs;
  the_attempt integer;
  t0 double precision;
  t1 double precision;
begin
  select * into x from core.results where job_id = p_job_id;
  select * into j from core.jobs where job_id = p_job_id;
  if x.measured_from is null or x.measured_to is null or x.measured_to <= x.measured_from then
    return;
  end if;
  t0 := extract(epoch from x.measured_from);
  t1 := extract(epoch from x.measured_to);
  select max(t.attempt) into the_attempt from core.telemetry_samples t where t.job_id = p_job_id;
  if the_attempt is null then
    return;
  end if;
  delete from core.telemetry_gpu_summaries where job_id = p_job_id;
  delete from core.telemetry_job_summaries where job_id = p_job_id;

  insert into core.telemetry_gpu_summaries (job_id, gpu_index, org_id, gpu_uuid, samples, max_gap_s, coverage_pct, gpu_util_avg_pct, gpu_util_p50_pct,
    gpu_util_p95_pct, gpu_util_max_pct, memory_used_avg_mb, memory_used_max_mb, memory_total_mb, power_avg_w, power_p95_w, power_max_w, power_limit_w,
    energy_j, temperature_avg_c, temperature_max_c, sm_clock_avg_mhz, sm_clock_min_mhz, is_valid, invalid_reasons)
  with s as (
    select t.*, extract(epoch from t.sampled_at)::double precision as at
    from core.telemetry_samples t
    where t.job_id = p_job_id and t.attempt = the_attempt and t.source = 'gpu' and t.gpu_index is not null
  ),
  -- Pairs of neighbours, cut to the window, power interpolated where they are cut.
  pairs as (
    select p.gpu_index, p.next_at - p.at as gap, p.power_w as w0, p.next_w as w1,
      least(p.next_at, t1) - greatest(p.at, t0) as len,
      p.power_w + (p.next_w - p.power_w) * (greatest(p.at, t0) - p.at) / (p.next_at - p.at) as w_from,
      p.power_w + (p.next_w - p.power_w) * (least(p.next_at, t1) - p.at) / (p.next_at - p.at) as w_to
    from (
      select s.gpu_index, s.at, s.power_w, lead(s.at) over w as next_at, lead(s.power_w) over w as next_w
      from s window w as (partition by s.gpu_index order by s.at)
    ) p
    where p.next_at > p.at and p.next_at > t0 and p.at < t1
  ),
  integral as (
    select gpu_index, max(gap) as gap, sum(len) filter (where gap <= gap_limit_s) as covered, sum(len * (w_from + w_to) / 2) as energy_j,
      bool_and(w0 is not null and w1 is not null) as has_power, coalesce(bool_or(w0 < 0 or w1 < 0), false) as is_negative
    from pairs group by gpu_index
  ),
  inside as (
    select s.gpu_index, max(s.gpu_uuid) as gpu_uuid, min(s.at) as first_at, max(s.at) as last_at,
      count(*) filter (where s.at between t0 and t1) as samples,
      avg(s.gpu_util_pct) filter (where s.at between t0 and t1) as util_avg,
      percentile_cont(0.5) within group (order by s.gpu_util_pct) filter (where s.at between t0 and t1) as util_p50,
      percentile_cont(0.95) within group (order by s.gpu_util_pct) filter (where s.at between t0 and t1) as util_p95,
      max(s.gpu_util_pct) filter (where s.at between t0 and t1) as util_max,
      avg(s.memory_used_mb) filter (where s.at between t0 and t1) as mem_avg,
      max(s.memory_used_mb) filter (where s.at between t0 and t1) as mem_max,
      max(s.memory_total_mb) as mem_total,
      avg(s.power_w) filter (where s.at between t0 and t1) as power_avg,
      percentile_cont(0.95) within group (order by s.power_w) filter (where s.at between t0 and t1) as power_p95,
      max(s.power_w) filter (where s.at between t0 and t1) as power_max,
      max(s.power_limit_w) filter (where s.at between t0 and t1) as power_limit,
      avg(s.temperature_c) filter (where s.at between t0 and t1) as temp_avg,
      max(s.temperature_c) filter (where s.at between t0 and t1) as temp_max,
      avg(s.sm_clock_mhz) filter (where s.at between t0 and t1) as clock_avg,
      min(s.sm_clock_mhz) filter (where s.at between t0 and t1) as clock_min
    from s group by s.gpu_index
  ),
  judged as (
    select i.*, g.energy_j, 100 * coalesce(g.covered, 0) / (t1 - t0) as coverage_pct,
      greatest(g.gap, case when i.first_at > t0 then least(i.first_at, t1) - t0 end, case when i.last_at < t1 then t1 - greatest(i.last_at, t0) end) as max_gap,
      array_remove(array[
        case when i.samples < 2 then 'insufficient_samples' end,
        case when i.first_at > t0 or i.last_at < t1 then 'window_not_bracketed' end,
        case when g.gap > gap_limit_s then 'sampling_gap' end,
        case when not coalesce(g.has_power, false) then 'power_missing' end,
        case when g.is_negative then 'power_invalid' end
      ], null) as reasons
    from inside i left join integral g using (gpu_index)
  )
  select p_job_id, r.gpu_index, x.org_id, r.gpu_uuid, r.samples::integer, r.max_gap, r.coverage_pct, r.util_avg, r.util_p50, r.util_p95, r.util_max,
    r.mem_avg, r.mem_max, r.mem_total,
    case when cardinality(r.reasons) = 0 then r.energy_j / (t1 - t0) else r.power_avg end, r.power_p95, r.power_max, r.power_limit,
    case when cardinality(r.reasons) = 0 then r.energy_j end, r.temp_avg, r.temp_max, r.clock_avg, r.clock_min,
    cardinality(r.reasons) = 0, r.reasons
  from judged r;

  insert into core.telemetry_job_summaries (job_id, org_id, attempt, server_id, window_from, window_to, gpu_count_expected, gpu_count_seen, samples,
    max_gap_s, coverage_pct, gpu_util_avg_pct, gpu_util_max_pct, gpu_util_imbalance_pct, memory_used_avg_mb, memory_used_max_mb, memory_total_mb,
    power_total_avg_w, energy_j, temperature_max_c, sm_clock_avg_mhz, cpu_avg_pct, engine_running_avg, engine_waiting_avg, engine_waiting_max,
    kv_cache_avg_pct, kv_cache_max_pct, is_valid, invalid_reasons)
  select p_job_id, x.org_id, the_attempt, j.server_id, x.measured_from, x.measured_to, j.gpu_count, g.seen, h.samples,
    g.max_gap, g.coverage, g.util_avg, g.util_max, g.imbalance, g.mem_avg, g.mem_max, g.mem_total, g.power,
    case when cardinality(r.reasons) = 0 then g.energy end, g.temp_max, g.clock_avg, h.cpu, h.running, h.waiting, h.waiting_max, h.kv, h.kv_max,
    cardinality(r.reasons) = 0, r.reasons
  from (
    select count(*)::integer as seen, max(max_gap_s) as max_gap, min(coverage_pct) as coverage, avg(gpu_util_avg_pct) as util_avg,
      max(gpu_util_max_pct) as util_max, max(gpu_util_avg_pct) - min(gpu_util_avg_pct) as imbalance, avg(memory_used_avg_mb) as mem_avg,
      max(memory_used_max_mb) as mem_max, max(memory_total_mb) as mem_total, sum(power_avg_w) as power, sum(energy_j) as energy,
      max(temperature_max_c) as temp_max, avg(sm_clock_avg_mhz) as clock_avg
    from core.telemetry_gpu_summaries where job_id = p_job_id
  ) g
  cross join (
    select count(*)::integer as samples, avg(cpu_pct) as cpu, avg(engine_running) as running, avg(engine_waiting) as waiting,
      max(engine_waiting) as waiting_max, avg(kv_cache_pct) as kv, max(kv_cache_pct) as kv_max
    from core.telemetry_samples t
    where t.job_id = p_job_id and t.attempt = the_attempt and t.sampled_at between x.measured_from and x.measured_to
  ) h
  cross join lateral (
    select array(
      select distinct reason from core.telemetry_gpu_summaries s, unnest(s.invalid_reasons) reason where s.job_id = p_job_id
      union select 'no_gpu_samples' where g.seen = 0
      union select 'gpu_count_mismatch' where g.seen > 0 and g.seen <> j.gpu_count
      order by 1
    ) as reasons
  ) r;

  -- One figure for energy: what the samples say, wherever it is shown.
  update core.results set joules_per_token = s.energy_j / nullif(tokens_per_sec * extract(epoch from s.window_to - s.window_from), 0)
  from core.telemetry_job_summaries s
  where results.job_id = p_job_id and s.job_id = p_job_id and s.is_valid and results.tokens_per_sec > 0;
end
$$;
comment on function core.summarize_telemetry is 'Sums up the samples of a job over its measured window, a row a GPU and a row for the job; nothing happens without a window or samples.';
