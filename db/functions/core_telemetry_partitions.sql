-- after: core_telemetry_summary, core_setting
create or replace function core.ensure_telemetry_partitions() returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  week timestamp;
  partition_name text;
  made integer := 0;
begin
  perform pg_catalog.pg_advisory_xact_lock(7290115);
  for week in
    select pg_catalog.date_trunc('week', now() at time zone 'UTC') + pg_catalog.make_interval(weeks => n) from pg_catalog.generate_series(0, 2) n
  loop
    partition_name := 'telemetry_samples_' || pg_catalog.to_char(week, 'IYYY"w"IW');
    continue when pg_catalog.to_regclass('core.' || partition_name) is not null;
    -- Made apart and attached: reads and writes of the other partitions go on. Rows that fell into the default partition move.
    execute pg_catalog.format('create table core.%I (like core.telemetry_samples including defaults including constraints)', partition_name);
    execute pg_catalog.format(
      'with moved as (delete from core.telemetry_samples_default where sampled_at >= %L and sampled_at < %L returning *) insert into core.%I select * from moved',
      week at time zone 'UTC', (week + interval '7 days') at time zone 'UTC', partition_name);
    execute pg_catalog.format('alter table core.telemetry_samples attach partition core.%I for values from (%L) to (%L)',
      partition_name, week at time zone 'UTC', (week + interval '7 days') at time zone 'UTC');
    -- Read and written through its parent, whose policies count; of its own it is closed.
    execute pg_catalog.format('alter table core.%I enable row level security', partition_name);
    execute pg_catalog.format('alter table core.%I force row level security', partition_name);
    made := made + 1;
  end loop;
  return made;
end
$$;
comment on function core.ensure_telemetry_partitions is 'Makes the partitions of this week and the next two; answers how many were missing. Any number of processes may call it.';

create or replace function core.drop_old_telemetry(p_days integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  oldest timestamptz := now() - pg_catalog.make_interval(days => p_days);
  partition_name text;
  dropped integer := 0;
begin
  if p_days is null or p_days < 1 then
    raise exception 'telemetry is kept for one day at least' using errcode = '22023';
  end if;
  perform pg_catalog.pg_advisory_xact_lock(7290115);
  -- Summaries outlive the samples: one that is missing is made while they are there.
  perform core.summarize_telemetry(x.job_id)
  from core.results x
  where x.measured_from < oldest
    and not exists (select from core.telemetry_job_summaries s where s.job_id = x.job_id)
    and exists (select from core.telemetry_samples t where t.job_id = x.job_id);
  for partition_name in
    select c.relname from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'core.telemetry_samples'::pg_catalog.regclass and c.relname ~ '^telemetry_samples_[0-9]{4}w[0-9]{2}$'
      and (pg_catalog.to_date(pg_catalog.right(c.relname, 7), 'IYYY"w"IW') + 7)::timestamp at time zone 'UTC' <= oldest
    order by 1
  loop
    execute pg_catalog.format('drop table core.%I', partition_name);
    dropped := dropped + 1;
  end loop;
  delete from core.telemetry_samples_default where sampled_at < oldest;
  delete from core.telemetry_batches where created_at < oldest;
  return dropped;
end
$$;
comment on function core.drop_old_telemetry is 'Drops the weeks of raw samples that ended more than so many days ago; summaries stay. Answers how many weeks went.';
