create or replace function core.take_permits(
  p_subject text, p_class text, p_settled integer, p_wanted integer, p_limit integer, p_burst_limit integer, p_burst_s integer,
  p_now timestamptz default null
) returns table (granted integer, used integer, window_ends_in_ms integer)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  at timestamptz := coalesce(p_now, pg_catalog.clock_timestamp());
  w core.rate_windows;
  minute constant interval := interval '1 minute';
  ceiling integer;
begin
  insert into core.rate_windows as r (subject, class, window_start, used) values (p_subject, p_class, at, 0)
  on conflict (subject, class) do update set
    window_start = case when at >= r.window_start + 2 * minute then at when at >= r.window_start + minute then r.window_start + minute else r.window_start end,
    previous = case when at >= r.window_start + 2 * minute then 0 when at >= r.window_start + minute then r.used else r.previous end,
    used = case when at >= r.window_start + minute then 0 else r.used end,
    burst_at = case when at >= r.window_start + minute then null else r.burst_at end
  returning * into w;
  -- What the minute before left unused may be caught up now, for a while.
  ceiling := case when w.burst_at is null or at < w.burst_at + pg_catalog.make_interval(secs => p_burst_s)
    then greatest(p_limit, p_burst_limit - w.previous) else p_limit end;
  granted := least(p_wanted, greatest(ceiling - w.used - p_settled, 0));
  used := w.used + p_settled + granted;
  if p_settled + granted > 0 then
    update core.rate_windows r set used = w.used + p_settled + granted,
      burst_at = case when w.used + p_settled + granted > p_limit then coalesce(w.burst_at, at) end
    where r.subject = p_subject and r.class = p_class;
  end if;
  window_ends_in_ms := greatest(1, pg_catalog.ceil(extract(epoch from w.window_start + minute - at) * 1000))::integer;
  return next;
end
$$;
comment on function core.take_permits is 'Counts p_settled requests that were let through already and up to p_wanted new ones in the minute of a credential, which starts with its first request. In the p_burst_s seconds after the count passes p_limit, up to p_burst_limit less what the minute before used, at least p_limit.';
