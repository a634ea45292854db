-- What stays of the raw samples: one row a GPU and one a job, of the measured window only.
create table core.telemetry_gpu_summaries (
  job_id integer not null references core.jobs on delete cascade,
  gpu_index integer not null,
  org_id uuid not null references core.organizations on delete cascade,
  gpu_uuid text,
  samples integer not null,
  max_gap_s double precision,
  coverage_pct double precision,
  gpu_util_avg_pct double precision,
  gpu_util_p50_pct double precision,
  gpu_util_p95_pct double precision,
  gpu_util_max_pct double precision,
  memory_used_avg_mb double precision,
  memory_used_max_mb double precision,
  memory_total_mb double precision,
  power_avg_w double precision,
  power_p95_w double precision,
  power_max_w double precision,
  power_limit_w double precision,
  energy_j double precision,
  temperature_avg_c double precision,
  temperature_max_c double precision,
  sm_clock_avg_mhz double precision,
  sm_clock_min_mhz double precision,
  is_valid boolean not null,
  invalid_reasons text[] not null,
  created_at timestamptz not null default now(),
  primary key (job_id, gpu_index)
);
create index telemetry_gpu_summaries_org_idx on core.telemetry_gpu_summaries (org_id, created_at desc);
comment on table core.telemetry_gpu_summaries is 'Samples of one GPU over the measured window of a job, summed up when the job completed.';
comment on column core.telemetry_gpu_summaries.energy_j is 'Trapezoids over the samples, interpolated at both edges of the window; null unless the samples bracket it without a gap.';

create table core.telemetry_job_summaries (
  job_id integer primary key references core.jobs on delete cascade,
  org_id uuid not null references core.organizations on delete cascade,
  attempt integer not null,
  server_id integer references core.servers on delete set null,
  window_from timestamptz not null,
  window_to timestamptz not null,
  gpu_count_expected integer,
  gpu_count_seen integer not null,
  samples integer not null,
  max_gap_s double precision,
  coverage_pct double precision,
  gpu_util_avg_pct double precision,
  gpu_util_max_pct double precision,
  gpu_util_imbalance_pct double precision,
  memory_used_avg_mb double precision,
  memory_used_max_mb double precision,
  memory_total_mb double precision,
  power_total_avg_w double precision,
  energy_j double precision,
  temperature_max_c double precision,
  sm_clock_avg_mhz double precision,
  cpu_avg_pct double precision,
  engine_running_avg double precision,
  engine_waiting_avg double precision,
  engine_waiting_max double precision,
  kv_cache_avg_pct double precision,
  kv_cache_max_pct double precision,
  is_valid boolean not null,
  invalid_reasons text[] not null,
  created_at timestamptz not null default now()
);
create index telemetry_job_summaries_org_idx on core.telemetry_job_summaries (org_id, created_at desc);
comment on table core.telemetry_job_summaries is 'Samples of a job over its measured window, summed up when it completed; stays when the raw samples go.';
comment on column core.telemetry_job_summaries.is_valid is 'Whether the energy can be trusted; invalid_reasons say why not.';
