-- Credentials of programs (API keys, service clients), and accounts that sign in elsewhere.
create table core.api_keys (
  api_key_id uuid primary key default gen_random_uuid(),
  account_id uuid not null references core.accounts on delete cascade,
  org_id uuid not null references core.organizations on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 120),
  prefix text not null,
  key_hash bytea not null unique,
  role_cap text check (role_cap in ('viewer', 'engineer', 'admin', 'owner')),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid
);
create index api_keys_account_idx on core.api_keys (account_id, created_at desc);
create index api_keys_org_idx on core.api_keys (org_id, created_at desc);
comment on table core.api_keys is 'Keys of scripts: act as the account that made them, in one workspace. Only the SHA-256 of a key is stored.';
comment on column core.api_keys.prefix is 'First characters of the key, so that a person can tell keys apart.';

create table core.service_clients (
  client_id uuid primary key default gen_random_uuid(),
  org_id uuid not null references core.organizations on delete cascade,
  account_id uuid not null unique references core.accounts on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 120),
  secret_hash bytea not null unique,
  created_by uuid references core.accounts on delete set null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index service_clients_org_idx on core.service_clients (org_id, created_at desc);
comment on table core.service_clients is 'Services that get tokens by the client-credentials flow. account_id is an account of the client''s own; its role is its membership. Only the SHA-256 of the secret is stored.';

create table core.external_identities (
  issuer text not null,
  subject text not null,
  account_id uuid not null references core.accounts on delete cascade,
  email text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index external_identities_account_idx on core.external_identities (account_id);
comment on table core.external_identities is 'Which account a person of an OpenID provider is.';
