create or replace function core.month_start(p_at timestamptz default now()) returns timestamptz
language sql stable set search_path = ''
as $$ select pg_catalog.date_trunc('month', p_at at time zone 'UTC') at time zone 'UTC' $$;
comment on function core.month_start is 'Start of the calendar month in UTC.';

create or replace function core.gpu_hours_used(p_org_id uuid) returns numeric
language sql stable security definer set search_path = ''
as $$
  select coalesce(pg_catalog.sum(extract(epoch from coalesce(a.ended_at, now()) - greatest(a.started_at, core.month_start())) / 3600.0 * j.gpu_count), 0)
  from core.job_attempts a join core.jobs j using (job_id)
  where a.org_id = p_org_id and a.started_at >= core.month_start() - interval '2 days' and coalesce(a.ended_at, now()) > core.month_start()
    and j.provenance = 'measured' and j.gpu_count is not null
$$;
comment on function core.gpu_hours_used is 'GPU-hours of this calendar month (UTC): time that attempts of measured jobs held a server, times its GPUs. Simulated jobs use none.';

create or replace function core.judge_tokens_used(p_org_id uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce((select judge_tokens from core.judge_token_usage
    where org_id = p_org_id and month = (core.month_start() at time zone 'UTC')::date), 0)
$$;
comment on function core.judge_tokens_used is 'Tokens that judges used in this calendar month (UTC).';

create or replace function core.add_judge_tokens(p_org_id uuid, p_tokens bigint) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into core.judge_token_usage as u (org_id, month, judge_tokens)
  values (p_org_id, (core.month_start() at time zone 'UTC')::date, p_tokens)
  on conflict (org_id, month) do update set judge_tokens = u.judge_tokens + excluded.judge_tokens
$$;
comment on function core.add_judge_tokens is 'Counts tokens that a judge used now.';

create or replace function core.require_quota(p_org_id uuid, p_quota text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  q core.quotas;
  allowed numeric;
  spent numeric;
begin
  select * into q from core.quotas where org_id = p_org_id;
  if not found then
    return;
  end if;
  allowed := case p_quota when 'gpu_hours' then q.gpu_hours_per_month when 'judge_tokens' then q.judge_tokens_per_month end;
  if allowed is null then
    return;
  end if;
  spent := case p_quota when 'gpu_hours' then core.gpu_hours_used(p_org_id) else core.judge_tokens_used(p_org_id) end;
  if spent >= allowed then
    perform auth.fail('quota_exceeded',
      pg_catalog.format('This workspace has used its %s of the month.', case p_quota when 'gpu_hours' then 'GPU-hours' else 'judge tokens' end),
      pg_catalog.jsonb_build_object('quota', p_quota, 'limit', allowed, 'used', pg_catalog.round(spent, 3),
        'resets_at', core.month_start() + interval '1 month'),
      'An admin can raise it with set_quota.');
  end if;
end
$$;
comment on function core.require_quota is 'Raises quota_exceeded (402) when the workspace used up gpu_hours or judge_tokens of this month. Called when a job is created.';
