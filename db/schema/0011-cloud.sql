-- Cloud executions as records: what was asked for, the machine that is provisioned for it, and what became of it.
create table core.hf_tokens (
  hf_token_id integer generated always as identity primary key,
  org_id uuid not null references core.organizations on delete cascade,
  token_name text not null check (length(btrim(token_name)) between 1 and 120),
  token_encrypted text not null check (token_encrypted like 'enc:v1:%'),
  created_by uuid references core.accounts on delete set null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create unique index hf_tokens_name_key on core.hf_tokens (org_id, lower(token_name)) where revoked_at is null;
create index hf_tokens_org_idx on core.hf_tokens (org_id);
comment on table core.hf_tokens is 'Tokens of a model hub; sealed by the API process, the database never sees one.';

create table core.cloud_executions (
  execution_id integer generated always as identity primary key,
  org_id uuid not null references core.organizations on delete cascade,
  owner_account_id uuid references core.accounts on delete set null,
  project_id integer not null references core.projects on delete cascade,
  workload_id integer not null references core.workloads on delete cascade,
  scenario_id integer not null references core.scenarios on delete cascade,
  project_name text not null,
  workload_code text not null,
  config_code text not null,
  scenario_code text not null,
  auto_terminate boolean not null,
  hf_token_id integer references core.hf_tokens on delete set null,
  startup_extra_args_cli text not null default '' check (length(startup_extra_args_cli) <= 8192),
  status_code text not null default 'pending'
    check (status_code in ('pending', 'provisioning', 'ready', 'running', 'completed', 'failed', 'cancelled')),
  error_message text,
  server_hostname text,
  job_id integer references core.jobs on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index cloud_executions_org_idx on core.cloud_executions (org_id, created_at desc);
create index cloud_executions_project_idx on core.cloud_executions (project_id);
create index cloud_executions_pending_idx on core.cloud_executions (execution_id) where status_code = 'pending';
comment on table core.cloud_executions is 'A scenario to run on a machine that is provisioned for it. pending until the provisioner picks it up.';
comment on column core.cloud_executions.startup_extra_args_cli is 'Extra launch flags beside the engine-argument set, as one command-line text; may change while pending.';
comment on column core.cloud_executions.auto_terminate is 'Whether the machine goes when the scenario has ended; false keeps it for further scenarios.';

create table core.cloud_provisioning_requests (
  request_id integer generated always as identity primary key,
  org_id uuid not null references core.organizations on delete cascade,
  execution_id integer not null references core.cloud_executions on delete cascade,
  status_code text not null default 'pending'
    check (status_code in ('pending', 'provisioning', 'ready', 'failed', 'cancelled', 'terminating', 'terminated')),
  error_message text,
  provider_code text,
  provider_resource_id text,
  gpu_model text references core.gpu_models,
  gpu_count integer check (gpu_count between 1 and 4096),
  server_hostname text,
  usd_per_hour numeric check (usd_per_hour >= 0),
  ready_at timestamptz,
  terminated_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index cloud_provisioning_requests_org_idx on core.cloud_provisioning_requests (org_id, created_at desc);
create index cloud_provisioning_requests_execution_idx on core.cloud_provisioning_requests (execution_id);
create index cloud_provisioning_requests_open_idx on core.cloud_provisioning_requests (request_id)
  where status_code not in ('failed', 'cancelled', 'terminated');
comment on table core.cloud_provisioning_requests is 'A machine asked of a provider for a cloud execution; the record stays until the provider says the machine is gone, and after.';

create table core.cloud_resource_events (
  cloud_resource_event_id bigint generated always as identity primary key,
  org_id uuid not null references core.organizations on delete cascade,
  request_id integer not null references core.cloud_provisioning_requests on delete cascade,
  status_code text not null,
  provider_code text,
  provider_resource_id text,
  message text,
  created_at timestamptz not null default clock_timestamp()
);
create index cloud_resource_events_request_idx on core.cloud_resource_events (request_id, cloud_resource_event_id);
create index cloud_resource_events_org_idx on core.cloud_resource_events (org_id, created_at desc);
comment on table core.cloud_resource_events is 'Everything that happened to a provisioned machine, in order.';
