create or replace function core.telemetry_summary_json(p_job_id integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  -- The inner select keeps the keys, with nulls, of a job that has no summary.
  select (select pg_catalog.to_jsonb(x) from (select s.*) x) - 'created_at' || pg_catalog.jsonb_build_object(
    'job_id', j.job_id, 'org_id', j.org_id, 'run_id', j.run_id, 'job_name', j.job_name, 'is_summarized', s.job_id is not null,
    'joules_per_token', case when s.is_valid then x.joules_per_token end,
    'gpus', (
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.to_jsonb(g) - 'created_at' - 'org_id' - 'job_id' order by g.gpu_index), '[]')
      from core.telemetry_gpu_summaries g where g.job_id = j.job_id))
  from core.jobs j
  left join core.telemetry_job_summaries s on s.job_id = j.job_id
  left join core.results x on x.job_id = j.job_id
  where j.job_id = p_job_id
$$;
comment on function core.telemetry_summary_json is 'What is summed up of a job''s telemetry, with each GPU, and the energy per output token (J) that its results show.';
