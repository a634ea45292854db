create view api.v_run_cost_summary with (security_invoker = true) as
select
  r.run_id, r.org_id, r.project_id, p.project_name, r.run_name, s.provenance, s.job_count, s.completed_count, s.gpu_hours, s.unpriced_gpu_hours,
  s.cost_usd, case when s.cost_usd is not null then 'cloud_usd_h_low' end as price_basis, s.price_sources, s.total_input_tokens, s.total_output_tokens,
  s.cost_usd * 1000000 / nullif(s.total_output_tokens, 0) as usd_per_million_tokens_overall, s.energy_j, s.energy_job_count, s.last_activity_at, r.created_at
from core.runs r
join core.projects p on p.project_id = r.project_id
join lateral (
  select
    j.provenance, count(*)::integer as job_count, count(*) filter (where j.status_code = 'completed')::integer as completed_count,
    sum(a.hours * j.gpu_count) as gpu_hours, sum(a.hours * j.gpu_count) filter (where g.usd is null) as unpriced_gpu_hours,
    sum(a.hours * j.gpu_count * g.usd) as cost_usd,
    array_agg(distinct g.price_source) filter (where g.usd is not null and a.hours is not null) as price_sources,
    sum(x.total_input_tokens)::bigint as total_input_tokens, sum(x.total_output_tokens)::bigint as total_output_tokens,
    sum(t.energy_j) as energy_j, count(t.energy_j)::integer as energy_job_count, max(greatest(j.status_changed_at, j.created_at)) as last_activity_at
  from core.jobs j
  left join lateral (
    select sum(extract(epoch from coalesce(b.ended_at, now()) - b.started_at))::double precision / 3600 as hours
    from core.job_attempts b where b.job_id = j.job_id
  ) a on true
  left join lateral (
    select (m.facts ->> 'cloud_usd_h_low')::double precision as usd, m.facts #>> '{sources,cloud}' as price_source
    from core.gpu_models m where m.gpu_model = j.gpu_model
  ) g on true
  left join core.results x on x.job_id = j.job_id
  left join core.telemetry_job_summaries t on t.job_id = j.job_id
  where j.run_id = r.run_id
  group by j.provenance
) s on true;
comment on view api.v_run_cost_summary is 'GPU-hours and cost of a run, a row a provenance: the time of every attempt, failed ones too, on all GPUs of the deployment, at the default catalog price. Null where nothing ran here or no price is known; for simulated jobs it is what the GPUs would have cost.';
