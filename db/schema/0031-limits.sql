-- Request limits that API processes share, quotas of workspaces, and what counts against them.
create unlogged table core.rate_windows (
  subject text not null,
  class text not null,
  window_start timestamptz not null,
  used integer not null,
  previous integer not null default 0,
  burst_at timestamptz,
  primary key (subject, class)
);
comment on table core.rate_windows is 'Requests of a credential in its present minute. Unlogged: after a crash everybody starts a new minute.';
comment on column core.rate_windows.previous is 'Requests of the minute before when it touched this one, else 0.';
comment on column core.rate_windows.burst_at is 'When this minute went above the steady limit.';

create table core.quotas (
  org_id uuid primary key references core.organizations on delete cascade,
  gpu_hours_per_month numeric check (gpu_hours_per_month >= 0),
  judge_tokens_per_month bigint check (judge_tokens_per_month >= 0),
  updated_at timestamptz not null default now(),
  updated_by uuid references core.accounts on delete set null
);
comment on table core.quotas is 'What a workspace may use in a calendar month (UTC); null, or no row: unlimited.';

create table core.judge_token_usage (
  org_id uuid not null references core.organizations on delete cascade,
  month date not null,
  judge_tokens bigint not null check (judge_tokens >= 0),
  primary key (org_id, month)
);
comment on table core.judge_token_usage is 'Tokens that judges used, by calendar month (UTC).';

create index job_attempts_month_idx on core.job_attempts (org_id, started_at);
create index memberships_owner_idx on core.memberships (org_id) where role_code = 'owner';
