-- after: core_telemetry_summary_json
create function api.get_telemetry_summary_for_run(p_run_id integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  r core.runs;
begin
  select * into r from core.runs where run_id = p_run_id and org_id = any (auth.org_ids());
  if not found then
    perform auth.fail('not_found', pg_catalog.format('There is no run %s.', coalesce(p_run_id::text, 'null')), pg_catalog.jsonb_build_object('field', 'p_run_id'));
  end if;
  return (
    select pg_catalog.jsonb_build_object('run_id', p_run_id, 'job_count', count(*), 'summarized_count', count(s.job_id),
      'valid_count', count(*) filter (where s.is_valid),
      -- A sum over some of the jobs would look like the run's: only when every summarized job has its own.
      'energy_j', case when count(s.job_id) = count(s.energy_j) then sum(s.energy_j) end,
      'power_total_avg_w', sum(s.power_total_avg_w * extract(epoch from s.window_to - s.window_from))
        / nullif(sum(extract(epoch from s.window_to - s.window_from)) filter (where s.power_total_avg_w is not null), 0),
      'gpu_util_avg_pct', sum(s.gpu_util_avg_pct * extract(epoch from s.window_to - s.window_from))
        / nullif(sum(extract(epoch from s.window_to - s.window_from)) filter (where s.gpu_util_avg_pct is not null), 0),
      'memory_used_max_mb', max(s.memory_used_max_mb), 'temperature_max_c', max(s.temperature_max_c),
      'jobs', coalesce(pg_catalog.jsonb_agg(core.telemetry_summary_json(j.job_id) order by j.job_id) filter (where s.job_id is not null), '[]'))
    from core.jobs j left join core.telemetry_job_summaries s using (job_id)
    where j.run_id = p_run_id);
end
$$;
comment on function api.get_telemetry_summary_for_run is 'Telemetry of a run: each job that has samples, and over them energy, means weighted by the measured time, and peaks.';
