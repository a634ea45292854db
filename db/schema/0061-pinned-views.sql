-- Shared views that an admin put on the overview of the workspace.
alter table core.saved_views
  add column is_pinned boolean not null default false,
  add constraint saved_views_pinned_is_shared check (is_shared or not is_pinned);
comment on column core.saved_views.is_pinned is 'Whether the view stands on the overview of its workspace; only shared ones do.';
