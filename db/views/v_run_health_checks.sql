create view api.v_run_health_checks with (security_invoker = true) as
select r.run_id, r.org_id, r.project_id, p.project_name, r.run_name, c.check_code, c.status_code, c.affected_count, c.checked_count, c.affected_job_ids,
  c.message, r.created_at
from core.runs r
join core.projects p on p.project_id = r.project_id
cross join lateral (
  select
    count(*)::integer as jobs,
    array_agg(j.job_id order by j.job_id) filter (where j.status_code = 'failed') as failed,
    count(*) filter (where j.status_code in ('completed', 'failed', 'cancelled'))::integer as ended,
    count(x.job_id)::integer as results,
    array_agg(j.job_id order by j.job_id) filter (where not x.is_valid) as unsound,
    count(x.success_rate)::integer as counted,
    array_agg(j.job_id order by j.job_id) filter (where x.success_rate < 1) as lossy,
    bool_or(x.success_rate < 0.99) as is_very_lossy,
    array_agg(j.job_id order by j.job_id) filter (where cardinality(x.warnings) > 0) as warned,
    array_agg(j.job_id order by j.job_id) filter (where j.attempt_count > 1) as retried,
    count(*) filter (where j.attempt_count > 0)::integer as started,
    count(t.job_id)::integer as telemetered,
    array_agg(j.job_id order by j.job_id) filter (where t.coverage_pct < 95) as uncovered
  from core.jobs j
  left join core.results x on x.job_id = j.job_id
  left join core.telemetry_job_summaries t on t.job_id = j.job_id
  where j.run_id = r.run_id
) k
cross join lateral (values
  ('jobs_completed', case when k.failed is not null then 'fail' when k.ended < k.jobs or k.jobs = 0 then 'unknown' else 'pass' end,
    coalesce(cardinality(k.failed), 0), k.jobs, k.failed, 'Every job ended without a failure.'),
  ('load_generator_sound', case when k.unsound is not null then 'fail' when k.results = 0 then 'unknown' else 'pass' end,
    coalesce(cardinality(k.unsound), 0), k.results, k.unsound, 'The load generator found its own measurement sound.'),
  ('requests_succeeded', case when k.is_very_lossy then 'fail' when k.lossy is not null then 'warn' when k.counted = 0 then 'unknown' else 'pass' end,
    coalesce(cardinality(k.lossy), 0), k.counted, k.lossy, 'Every request succeeded; below 99 % it fails.'),
  ('no_warnings', case when k.warned is not null then 'warn' when k.results = 0 then 'unknown' else 'pass' end,
    coalesce(cardinality(k.warned), 0), k.results, k.warned, 'No result has a warning, such as lengths other than asked.'),
  ('first_attempt', case when k.retried is not null then 'warn' when k.started = 0 then 'unknown' else 'pass' end,
    coalesce(cardinality(k.retried), 0), k.started, k.retried, 'No job needed a second attempt.'),
  ('telemetry_covered', case when k.uncovered is not null then 'warn' when k.telemetered = 0 then 'unknown' else 'pass' end,
    coalesce(cardinality(k.uncovered), 0), k.telemetered, k.uncovered, 'Samples cover 95 % of each measured window.')
) c (check_code, status_code, affected_count, checked_count, affected_job_ids, message);
comment on view api.v_run_health_checks is 'Checks of a run, a row each: pass, warn, fail, or unknown while there is nothing to check; with the jobs concerned.';
