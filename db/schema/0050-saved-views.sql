-- Views of pages that people keep under a name: the search text of the page's address, which is the whole of its state.
create table core.saved_views (
  saved_view_id uuid primary key default gen_random_uuid(),
  org_id uuid not null references core.organizations on delete cascade,
  account_id uuid not null references core.accounts on delete cascade,
  view_key text not null check (view_key ~ '^[a-z][a-z0-9-]{0,39}$'),
  name text not null check (length(btrim(name)) between 1 and 80),
  search_text text not null check (octet_length(search_text) <= 4096),
  is_shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- One name a page and owner, whatever its letters' case: two "Nightly" in one menu could not be told apart.
create unique index saved_views_name_key on core.saved_views (org_id, account_id, view_key, lower(name));
create index saved_views_page_idx on core.saved_views (org_id, view_key);
create index saved_views_account_idx on core.saved_views (account_id);
comment on table core.saved_views is 'Views of pages kept under a name: own ones, and those shared with the workspace.';
comment on column core.saved_views.view_key is 'Which page or table, such as leaderboard.';
comment on column core.saved_views.search_text is 'Search part of the page''s address without its question mark; empty is the usual view.';
