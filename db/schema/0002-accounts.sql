-- Accounts, workspaces (organizations in the data model) and who may do what in them.
create table core.accounts (
  account_id uuid primary key default gen_random_uuid(),
  email text not null,
  display_name text not null,
  password_hash text,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  constraint accounts_email_is_lower check (email = lower(email) and position('@' in email) > 1)
);
create unique index accounts_email_key on core.accounts (email);
comment on table core.accounts is 'A person or service that signs in.';
comment on column core.accounts.password_hash is 'argon2id, PHC string; null when the account signs in another way.';

create table core.organizations (
  org_id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 1 and 120),
  is_reference boolean not null default false,
  created_at timestamptz not null default now()
);
comment on table core.organizations is 'A workspace.';
comment on column core.organizations.is_reference is 'Read-only workspace of published figures that every account may read.';

create table core.memberships (
  org_id uuid not null references core.organizations on delete cascade,
  account_id uuid not null references core.accounts on delete cascade,
  role_code text not null check (role_code in ('viewer', 'engineer', 'admin', 'owner')),
  created_at timestamptz not null default now(),
  primary key (org_id, account_id)
);
create index memberships_account_idx on core.memberships (account_id);
comment on table core.memberships is 'Role of an account in a workspace.';

create table core.sessions (
  session_id uuid primary key default gen_random_uuid(),
  account_id uuid not null references core.accounts on delete cascade,
  refresh_token_hash bytea not null unique,
  previous_token_hash bytea,
  user_agent text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_account_idx on core.sessions (account_id);
create index sessions_previous_idx on core.sessions (previous_token_hash);
comment on table core.sessions is 'Browser sign-ins. The cookie holds the refresh token; only its SHA-256 is stored.';
comment on column core.sessions.previous_token_hash is 'The token before the last rotation: seen again later than a few seconds, it means theft, and the session is revoked.';

create table core.sign_in_links (
  link_id uuid primary key default gen_random_uuid(),
  account_id uuid not null references core.accounts on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table core.sign_in_links is 'One-time sign-in links; only the SHA-256 of the token is stored.';

create table core.access_tokens (
  token_id uuid primary key,
  account_id uuid not null references core.accounts on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 120),
  role_cap text check (role_cap in ('viewer', 'engineer', 'admin', 'owner')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index access_tokens_account_idx on core.access_tokens (account_id, created_at desc);
comment on table core.access_tokens is 'JWTs with a chosen life that a person made. The token itself is never stored: token_id is its jti.';

create table core.settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
comment on table core.settings is 'Settings of the platform that SQL needs, such as lease times.';
insert into core.settings (key, value) values
  ('lease_ttl_s', '60'), ('requeue_grace_s', '30'), ('sync_s', '10'), ('log_s', '5'), ('telemetry_s', '10'),
  ('worker_stale_s', '30'), ('worker_offline_s', '60'), ('job_max_attempts', '3'), ('job_max_runtime_s', '14400'),
  ('log_max_bytes_per_job', '104857600');

create table core.audit_log (
  audit_id bigint generated always as identity primary key,
  org_id uuid,
  account_id uuid,
  worker_id uuid,
  action text not null,
  object_type text,
  object_id text,
  outcome text not null default 'done',
  request_id text,
  detail jsonb,
  created_at timestamptz not null default now()
);
create index audit_log_org_idx on core.audit_log (org_id, created_at desc);
comment on table core.audit_log is 'Every write and what became of it. Never holds a secret.';
