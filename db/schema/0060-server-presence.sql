-- When workers of a server were heard, as stretches: a row is as long as no silence in it was longer than worker_offline_s.
-- So a server that is always there has one row, and every further row is one time that it was away.
create table core.server_presence (
  server_id integer not null references core.servers on delete cascade,
  org_id uuid not null references core.organizations on delete cascade,
  first_heard_at timestamptz not null,
  last_heard_at timestamptz not null,
  primary key (server_id, first_heard_at),
  check (last_heard_at >= first_heard_at)
);
-- None on last_heard_at, which every heartbeat changes: without one the row is written in its place.
create index server_presence_org_idx on core.server_presence (org_id);
comment on table core.server_presence is 'When workers of a server were heard, as stretches without a silence; kept 30 days.';
