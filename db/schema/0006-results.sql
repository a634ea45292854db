-- What a job gave: the file as uploaded, the figures read from it, logs and telemetry.
create table core.job_results (
  job_id integer not null references core.jobs on delete cascade,
  attempt integer not null,
  kind text not null,
  org_id uuid not null references core.organizations on delete cascade,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  body_text text not null,
  created_at timestamptz not null default now(),
  primary key (job_id, attempt, kind)
);
create index job_results_org_idx on core.job_results (org_id);
comment on table core.job_results is 'A result file as the tool wrote it, kept as evidence.';

create table core.results (
  result_id integer generated always as identity primary key,
  job_id integer not null unique references core.jobs on delete cascade,
  org_id uuid not null references core.organizations on delete cascade,
  tool_code text not null,
  provenance text not null check (provenance in ('measured', 'published', 'imported', 'simulated')),
  statistic text not null default 'as named',
  num_requests integer,
  num_failed integer,
  success_rate double precision,
  duration_s double precision,
  tokens_per_sec double precision,
  total_tokens_per_sec double precision,
  requests_per_sec double precision,
  steady_tokens_per_sec double precision,
  tokens_per_sec_per_gpu double precision,
  tokens_per_sec_per_user double precision,
  goodput_rps double precision,
  usd_per_million_tokens double precision,
  joules_per_token double precision,
  ttft_mean_ms double precision, ttft_p50_ms double precision, ttft_p90_ms double precision, ttft_p95_ms double precision, ttft_p99_ms double precision,
  tpot_mean_ms double precision, tpot_p50_ms double precision, tpot_p90_ms double precision, tpot_p95_ms double precision, tpot_p99_ms double precision,
  itl_mean_ms double precision, itl_p50_ms double precision, itl_p90_ms double precision, itl_p95_ms double precision, itl_p99_ms double precision,
  e2e_mean_ms double precision, e2e_p50_ms double precision, e2e_p90_ms double precision, e2e_p95_ms double precision, e2e_p99_ms double precision,
  total_input_tokens bigint,
  total_output_tokens bigint,
  token_count_source text,
  input_tokens_mean double precision,
  output_tokens_mean double precision,
  measured_from timestamptz,
  measured_to timestamptz,
  is_valid boolean not null default true,
  invalid_reasons text[] not null default '{}',
  warnings text[] not null default '{}',
  source_key text unique,
  citation text,
  source_url text,
  created_at timestamptz not null default now(),
  constraint published_has_citation check (provenance <> 'published' or citation is not null)
);
create index results_org_idx on core.results (org_id, created_at desc, job_id desc);
comment on table core.results is 'Figures of a job. Milliseconds, tokens per second, seconds; null where the source has none, never 0.';
comment on column core.results.is_valid is 'False when the load generator judged its own run unsound; invalid_reasons say why.';
comment on column core.results.warnings is 'What is unusual about the run itself, such as input lengths other than asked.';
comment on column core.results.statistic is '"as named" when mean and percentiles are what they say; "unspecified" when a source does not say which statistic it gives (then kept under mean).';

create table core.job_logs (
  job_id integer not null references core.jobs on delete cascade,
  attempt integer not null,
  stream text not null check (stream in ('engine', 'bench', 'agent')),
  seq integer not null,
  org_id uuid not null references core.organizations on delete cascade,
  content text not null,
  byte_count integer not null,
  created_at timestamptz not null default now(),
  primary key (job_id, attempt, stream, seq)
);
create index job_logs_org_idx on core.job_logs (org_id);
comment on table core.job_logs is 'Log chunks in order; secrets are masked by the worker before they are sent.';

create table core.telemetry_batches (
  batch_id uuid primary key,
  org_id uuid not null references core.organizations on delete cascade,
  job_id integer not null references core.jobs on delete cascade,
  row_count integer not null,
  created_at timestamptz not null default now()
);
create index telemetry_batches_job_idx on core.telemetry_batches (job_id);
create index telemetry_batches_org_idx on core.telemetry_batches (org_id);
comment on table core.telemetry_batches is 'Batches already stored, so that one sent twice counts once.';

create table core.telemetry_samples (
  telemetry_id bigint generated always as identity primary key,
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
  kv_cache_pct double precision
);
create index telemetry_samples_job_idx on core.telemetry_samples (job_id, sampled_at);
create index telemetry_samples_org_idx on core.telemetry_samples (org_id, sampled_at desc);
comment on table core.telemetry_samples is 'Raw samples of GPU, host and engine while a job ran.';
