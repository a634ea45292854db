-- Servers, what can be run on them, and the workers that run it.
create table core.servers (
  server_id integer generated always as identity primary key,
  org_id uuid not null references core.organizations on delete cascade,
  hostname text not null check (hostname ~ '^[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?$'),
  description text,
  created_at timestamptz not null default now(),
  unique (org_id, hostname)
);
comment on table core.servers is 'A machine that a worker of the workspace runs on.';

create table core.server_configs (
  server_config_id integer generated always as identity primary key,
  org_id uuid not null references core.organizations on delete cascade,
  server_id integer not null references core.servers on delete cascade,
  config_code text not null check (config_code ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'),
  launch_kind text not null check (launch_kind in ('simulated', 'endpoint', 'process')),
  gpu_model text references core.gpu_models,
  gpu_count integer check (gpu_count between 1 and 4096),
  gpu_memory_gb numeric check (gpu_memory_gb > 0),
  tensor_parallel integer check (tensor_parallel between 1 and 1024),
  endpoint_url text,
  endpoint_api text not null default 'completions' check (endpoint_api in ('completions', 'chat')),
  endpoint_api_key_encrypted text,
  served_model_name text,
  extra_args text[] not null default '{}',
  description text,
  created_at timestamptz not null default now(),
  created_by uuid references core.accounts on delete set null,
  archived_at timestamptz,
  unique (org_id, config_code, server_id),
  constraint endpoint_has_url check ((launch_kind = 'endpoint') = (endpoint_url is not null)),
  constraint endpoint_key_is_encrypted check (endpoint_api_key_encrypted like 'enc:v1:%'),
  constraint endpoint_url_is_http check (endpoint_url ~ '^https?://[^[:space:]]+$'),
  constraint simulated_has_gpu check (launch_kind <> 'simulated' or (gpu_model is not null and gpu_count is not null))
);
create index server_configs_server_idx on core.server_configs (server_id);
create index server_configs_org_idx on core.server_configs (org_id, created_at desc);
comment on table core.server_configs is 'A way to bring a model server up on a server: simulated engine, a running endpoint by URL, or a launched process.';
comment on column core.server_configs.endpoint_api_key_encrypted is 'AES-256-GCM by the API process; the database never sees the key.';

create table core.workers (
  worker_id uuid primary key default gen_random_uuid(),
  org_id uuid not null references core.organizations on delete cascade,
  server_id integer not null references core.servers on delete cascade,
  machine_id text not null,
  boot_id text not null,
  epoch integer not null default 1,
  token_hash bytea not null unique,
  agent_version text not null,
  hardware jsonb not null,
  capabilities jsonb not null,
  state_code text not null default 'idle' check (state_code in ('idle', 'busy', 'draining')),
  drain_requested_at timestamptz,
  last_sync_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (org_id, machine_id)
);
create index workers_server_idx on core.workers (server_id);
comment on table core.workers is 'A worker agent. Each registration of the same machine raises its epoch and fences the one before.';

create table core.worker_registration_tokens (
  registration_token_id uuid primary key default gen_random_uuid(),
  org_id uuid not null references core.organizations on delete cascade,
  token_hash bytea not null unique,
  name text not null,
  created_by uuid references core.accounts on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index worker_registration_tokens_org_idx on core.worker_registration_tokens (org_id);
comment on table core.worker_registration_tokens is 'Tokens a worker registers with; only the SHA-256 is stored.';

create table core.server_config_instances (
  server_config_instance_id integer generated always as identity primary key,
  org_id uuid not null references core.organizations on delete cascade,
  server_config_id integer not null references core.server_configs on delete cascade,
  server_id integer not null references core.servers on delete cascade,
  hostname text not null,
  last_heartbeat_at timestamptz,
  created_at timestamptz not null default now(),
  unique (server_config_id, server_id)
);
create index server_config_instances_server_idx on core.server_config_instances (server_id);
create index server_config_instances_org_idx on core.server_config_instances (org_id);
comment on table core.server_config_instances is 'A server config standing ready on a server; its heartbeat is its worker''s.';
