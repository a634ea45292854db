-- What the sizer knows of a workspace: its switch and rates, its prices, its training points, and the jobs that moved them.
create table core.sizer_settings (
  org_id uuid primary key references core.organizations on delete cascade,
  enabled boolean not null default true,
  usd_per_kwh numeric check (usd_per_kwh > 0 and usd_per_kwh <= 10),
  colo_usd_per_kw_month numeric check (colo_usd_per_kw_month > 0 and colo_usd_per_kw_month <= 10000),
  updated_at timestamptz not null default now(),
  updated_by uuid references core.accounts on delete set null
);
comment on table core.sizer_settings is 'Switch and rates of the sizer for a workspace; no row: on, with the sizer''s own rates.';

create table core.sizer_prices (
  org_id uuid not null references core.organizations on delete cascade,
  gpu_model text not null references core.gpu_models,
  capex_server_usd_per_gpu numeric check (capex_server_usd_per_gpu > 0),
  capex_gpu_usd numeric check (capex_gpu_usd > 0),
  cloud_usd_h numeric check (cloud_usd_h > 0),
  source text not null check (length(btrim(source)) between 1 and 300),
  as_of text check (as_of ~ '^\d{4}-\d{2}(-\d{2})?$'),
  updated_at timestamptz not null default now(),
  updated_by uuid references core.accounts on delete set null,
  primary key (org_id, gpu_model),
  constraint sizer_price_says_something check (coalesce(capex_server_usd_per_gpu, capex_gpu_usd, cloud_usd_h) is not null)
);
comment on table core.sizer_prices is 'Prices that a workspace uses instead of the catalog''s, USD: of a server per GPU, of a GPU, of a GPU-hour in the cloud. Null keeps the catalog''s.';

create table core.sizer_training_points (
  org_id uuid not null references core.organizations on delete cascade,
  job_id integer not null references core.jobs on delete cascade,
  provenance text not null check (provenance in ('measured', 'imported')),
  model_code text not null,
  gpu_model text not null,
  framework text not null,
  framework_version text,
  measured_on text not null,
  precision text not null,
  isl integer not null,
  osl integer not null,
  concurrency integer not null,
  gpus integer not null,
  tp integer not null,
  pp integer not null,
  dp_attention integer not null,
  ep integer not null,
  ttft_ms double precision not null,
  tpot_ms double precision not null,
  exported_at timestamptz not null default now(),
  primary key (org_id, job_id)
);
create index sizer_training_points_job_idx on core.sizer_training_points (job_id);
comment on table core.sizer_training_points is 'Results of the workspace that its sizer learns from. Lengths in tokens, times in ms, medians where the run has them.';

create table core.sizer_export_jobs (
  export_job_id uuid primary key default gen_random_uuid(),
  org_id uuid not null references core.organizations on delete cascade,
  action text not null check (action in ('export', 'withdraw', 'train')),
  status text not null default 'pending' check (status in ('pending', 'running', 'completed', 'failed')),
  requested_by uuid references core.accounts on delete set null,
  jobs integer not null default 0,
  accepted integer not null default 0,
  refused jsonb not null default '[]',
  model_version text,
  error text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index sizer_export_jobs_org_idx on core.sizer_export_jobs (org_id, created_at desc);
-- Two people who press the button at once get one training.
create unique index sizer_export_jobs_training_key on core.sizer_export_jobs (org_id) where action = 'train' and status in ('pending', 'running');
comment on table core.sizer_export_jobs is 'Exports of results to the sizer, their withdrawals, and trainings.';
comment on column core.sizer_export_jobs.refused is 'Jobs that cannot become training points: [{"job_id", "reason"}].';
