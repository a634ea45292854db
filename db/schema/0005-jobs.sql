-- Projects, runs, jobs; each attempt of a job; every status it had.
create table core.projects (
  project_id integer generated always as identity primary key,
  org_id uuid not null references core.organizations on delete cascade,
  owner_account_id uuid references core.accounts on delete set null,
  project_name text not null check (length(btrim(project_name)) between 1 and 200),
  description text,
  created_at timestamptz not null default now(),
  archived_at timestamptz
);
create unique index projects_name_key on core.projects (org_id, lower(project_name));
create index projects_org_idx on core.projects (org_id, created_at desc);
comment on table core.projects is 'A named collection of runs.';

create table core.runs (
  run_id integer generated always as identity primary key,
  org_id uuid not null references core.organizations on delete cascade,
  project_id integer not null references core.projects on delete cascade,
  run_name text not null check (length(btrim(run_name)) between 1 and 200),
  created_by uuid references core.accounts on delete set null,
  created_at timestamptz not null default now()
);
create unique index runs_name_key on core.runs (project_id, lower(run_name));
create index runs_org_idx on core.runs (org_id, created_at desc);
comment on table core.runs is 'Jobs that belong together, such as one sweep.';

create table core.jobs (
  job_id integer generated always as identity primary key,
  org_id uuid not null references core.organizations on delete cascade,
  project_id integer not null references core.projects on delete cascade,
  run_id integer not null references core.runs on delete cascade,
  owner_account_id uuid references core.accounts on delete set null,
  job_name text not null check (length(btrim(job_name)) between 1 and 200),
  tool_code text not null check (tool_code in ('bench-llm', 'bench-vlm', 'bench-asr')),
  provenance text not null check (provenance in ('measured', 'published', 'imported', 'simulated')),
  framework_code text,
  framework_version text,
  model_code text not null,
  quantization_code text,
  server_config_id integer references core.server_configs on delete set null,
  server_id integer references core.servers on delete set null,
  config_code text,
  server_hostname text,
  gpu_model text,
  gpu_name text,
  gpu_count integer,
  concurrency integer,
  input_sequence_length integer,
  output_sequence_length integer,
  options jsonb not null default '{}',
  launch_spec jsonb,
  status_code text not null default 'pending'
    check (status_code in ('pending', 'queued', 'running', 'completed', 'failed', 'cancelled')),
  phase_code text,
  progress numeric,
  status_changed_at timestamptz not null default now(),
  error_code text,
  error_message text,
  attempt_count integer not null default 0,
  max_attempts integer not null default 3,
  not_before timestamptz,
  cancel_requested_at timestamptz,
  cancel_requested_by uuid,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create unique index jobs_name_key on core.jobs (run_id, lower(job_name));
create index jobs_org_idx on core.jobs (org_id, created_at desc, job_id desc);
create index jobs_project_idx on core.jobs (project_id, job_id desc);
create index jobs_run_idx on core.jobs (run_id, job_id);
create index jobs_pending_idx on core.jobs (server_id, job_id) where status_code = 'pending';
create index jobs_active_idx on core.jobs (server_id) where status_code in ('queued', 'running');
comment on table core.jobs is 'One benchmark with one set of parameters. Lengths in tokens.';
comment on column core.jobs.provenance is 'Where its figures come from; only measured ran on real hardware of a worker here.';

create table core.job_attempts (
  job_id integer not null references core.jobs on delete cascade,
  attempt integer not null,
  org_id uuid not null references core.organizations on delete cascade,
  worker_id uuid references core.workers on delete set null,
  worker_epoch integer not null,
  claim_id uuid not null unique,
  lease_token_hash bytea not null,
  lease_expires_at timestamptz not null,
  claim_answer jsonb not null,
  phase_code text not null default 'claimed',
  outcome text check (outcome in ('completed', 'failed', 'cancelled', 'lost')),
  error_code text,
  error_message text,
  exit_code integer,
  signal text,
  launch jsonb,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (job_id, attempt)
);
create index job_attempts_open_idx on core.job_attempts (lease_expires_at) where outcome is null;
create index job_attempts_worker_idx on core.job_attempts (worker_id) where outcome is null;
create index job_attempts_org_idx on core.job_attempts (org_id);
comment on table core.job_attempts is 'One lease of a job to a worker. The lease token (its hash here) fences every write of the worker.';
comment on column core.job_attempts.claim_answer is 'What the claim answered, without the lease token, so that the same claim_id gets the same answer.';

create table core.job_status_history (
  job_status_id bigint generated always as identity primary key,
  org_id uuid not null references core.organizations on delete cascade,
  job_id integer not null references core.jobs on delete cascade,
  attempt integer,
  status_code text not null,
  phase_code text,
  message text,
  created_at timestamptz not null default clock_timestamp()
);
create index job_status_history_job_idx on core.job_status_history (job_id, job_status_id);
create index job_status_history_org_idx on core.job_status_history (org_id, created_at desc);
comment on table core.job_status_history is 'Every status and phase a job had, in order.';
