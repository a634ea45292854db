-- after: core_quota
-- On the table rather than in each function: no way to submit a job goes around it.
create or replace function core.admit_job() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  per_minute constant integer := 20;
  oldest timestamptz;
  wait_s integer;
begin
  -- The platform itself (imports, seeds) has no account.
  if auth.account_id() is null or new.provenance not in ('measured', 'simulated') then
    return new;
  end if;
  perform core.require_quota(new.org_id, 'gpu_hours');
  if auth.claims() ->> 'limits' = 'off' then
    return new;
  end if;
  -- Submissions of one workspace one after another, so that two at once do not both see room for one.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('submit ' || new.org_id::text, 0));
  select created_at into oldest from core.jobs
  where org_id = new.org_id and created_at > pg_catalog.clock_timestamp() - interval '1 minute' and provenance in ('measured', 'simulated')
  order by created_at desc offset per_minute - 1 limit 1;
  if found then
    wait_s := greatest(1, pg_catalog.ceil(extract(epoch from oldest + interval '1 minute' - pg_catalog.clock_timestamp())));
    raise sqlstate 'PGRST' using
      message = pg_catalog.jsonb_build_object('code', 'rate_limited',
        'message', pg_catalog.format('A workspace takes %s jobs a minute. Try again in %s s.', per_minute, wait_s),
        'details', pg_catalog.jsonb_build_object('limit', 'job_submissions', 'max', per_minute, 'window_s', 60, 'retry_after_s', wait_s)::text,
        'hint', 'Send jobs slower, or wait as long as Retry-After says.')::text,
      detail = pg_catalog.jsonb_build_object('status', 429, 'headers', pg_catalog.jsonb_build_object('Retry-After', wait_s::text))::text;
  end if;
  return new;
end
$$;
comment on function core.admit_job is 'Hard cap of 20 job submissions a minute per workspace (429) and its monthly GPU-hours (402), whatever function submits.';

drop trigger if exists admit_job on core.jobs;
create trigger admit_job before insert on core.jobs for each row execute function core.admit_job();
