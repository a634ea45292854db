create view api.v_quota_usage with (security_invoker = true) as
select o.org_id, pg_catalog.date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' as month_start,
  q.gpu_hours_per_month, coalesce(g.gpu_hours, 0) as gpu_hours_used, q.judge_tokens_per_month, coalesce(t.judge_tokens, 0) as judge_tokens_used
from core.organizations o
left join core.quotas q using (org_id)
left join lateral (
  select pg_catalog.sum(extract(epoch from coalesce(a.ended_at, now())
    - greatest(a.started_at, pg_catalog.date_trunc('month', now() at time zone 'UTC') at time zone 'UTC')) / 3600.0 * j.gpu_count) as gpu_hours
  from core.job_attempts a join core.jobs j using (job_id)
  where a.org_id = o.org_id and a.started_at >= (pg_catalog.date_trunc('month', now() at time zone 'UTC') at time zone 'UTC') - interval '2 days'
    and coalesce(a.ended_at, now()) > pg_catalog.date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'
    and j.provenance = 'measured' and j.gpu_count is not null
) g on true
left join core.judge_token_usage t on t.org_id = o.org_id and t.month = pg_catalog.date_trunc('month', now() at time zone 'UTC')::date
where not o.is_reference;
comment on view api.v_quota_usage is 'What each workspace used in this calendar month (UTC) and may use; a null quota is unlimited.';
comment on column api.v_quota_usage.gpu_hours_used is 'Time that attempts of measured jobs held a server, times its GPUs; simulated jobs use none.';
