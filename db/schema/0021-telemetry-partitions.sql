-- Raw samples by weeks (UTC, Monday to Sunday): retention drops a week at once instead of deleting row by row.
drop view if exists api.v_telemetry_with_server;
alter table core.telemetry_samples rename to telemetry_samples_whole;
create sequence core.telemetry_samples_id_seq;
create table core.telemetry_samples (
  telemetry_id bigint not null default nextval('core.telemetry_samples_id_seq'),
  org_id uuid not null references core.organizations on delete cascade,
  job_id integer not null references core.jobs on delete cascade,
  attempt integer not null,
  server_id integer references core.servers on delete set null,
  sampled_at timestamptz not null,
  source text not null check (source in ('gpu', 'host', 'engine')),
  gpu_index integer,
  gpu_uuid text,
  gpu_util_pct double precision,
  memory_used_mb double precision,
  memory_total_mb double precision,
  power_w double precision,
  power_limit_w double precision,
  temperature_c double precision,
  sm_clock_mhz double precision,
  cpu_pct double precision,
  engine_running double precision,
  engine_waiting double precision,
  kv_cache_pct double precision,
  constraint telemetry_samples_key primary key (telemetry_id, sampled_at)
) partition by range (sampled_at);
alter sequence core.telemetry_samples_id_seq owned by core.telemetry_samples.telemetry_id;
comment on table core.telemetry_samples is 'Raw samples of GPU, host and engine while a job ran; a partition a week, kept for the setting telemetry_retention_days.';
create table core.telemetry_samples_default partition of core.telemetry_samples default;
comment on table core.telemetry_samples_default is 'Samples of a week that has no partition, such as those of a worker whose clock is wrong.';

do $$
declare
  week timestamp;
begin
  for week in
    select distinct date_trunc('week', sampled_at at time zone 'UTC') from core.telemetry_samples_whole
    union
    select date_trunc('week', now() at time zone 'UTC') + make_interval(weeks => n) from generate_series(0, 2) n
  loop
    execute format('create table core.%I partition of core.telemetry_samples for values from (%L) to (%L)',
      'telemetry_samples_' || to_char(week, 'IYYY"w"IW'), week at time zone 'UTC', (week + interval '7 days') at time zone 'UTC');
  end loop;
end
$$;

insert into core.telemetry_samples
select telemetry_id, org_id, job_id, attempt, server_id, sampled_at, source, gpu_index, gpu_uuid, gpu_util_pct, memory_used_mb,
  memory_total_mb, power_w, power_limit_w, temperature_c, sm_clock_mhz, cpu_pct, engine_running, engine_waiting, kv_cache_pct
from core.telemetry_samples_whole;
select setval('core.telemetry_samples_id_seq', coalesce((select max(telemetry_id) from core.telemetry_samples_whole), 0) + 1, false);
drop table core.telemetry_samples_whole;

create index telemetry_samples_job_idx on core.telemetry_samples (job_id, sampled_at);
create index telemetry_samples_org_idx on core.telemetry_samples (org_id, sampled_at desc);
create index telemetry_samples_server_idx on core.telemetry_samples (server_id, sampled_at desc);

insert into core.settings (key, value) values ('telemetry_retention_days', '30') on conflict (key) do nothing;
